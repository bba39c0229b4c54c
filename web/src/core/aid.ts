/** Player aids are written for a terminal of 80 columns; a page sets them anew in paragraphs. */
export interface Section {
  title: string;
  /** Paragraphs, and tables that stay as they are. */
  parts: { text: string; table: boolean }[];
}

const TITLE = /^(\S(?:.*?\S)?)(?:\s{2,}|$)/;
const BREAK = /^(-|\d+\.|x \d|\+ \d|[A-Z>*]\s{2,}|\S+ )\s*/;

export function sections(aid: string): { heading: string; note: string; sections: Section[] } {
  const [first = "", , ...rest] = aid.trimEnd().split("\n");
  const [heading = "", note = ""] = first.split(/\s{3,}/);
  const found: Section[] = [];
  let inset = 0;
  for (const [i, raw] of rest.entries()) {
    const above = rest[i - 1] ?? "";
    if (!raw.trim()) {
      found.at(-1)?.parts.push({ text: "", table: false });
      continue;
    }
    let body = raw;
    const fresh = !raw.startsWith(" ");
    if (fresh) {
      const title = raw.length > 11 && /^[^a-zà-ü]{2,}\s/.test(raw) ? (TITLE.exec(raw)?.[1] ?? "") : raw === raw.toUpperCase() ? raw : "";
      const upper = /^([^a-zà-üß]{2,}?)(?=\s+\S*[a-zà-ü(])/.exec(raw)?.[1]?.trim() ?? title;
      const name = raw.slice(0, 11).trim().length < 11 && raw[10] === " " ? raw.slice(0, 11).trim() : upper;
      if (above.trim() && found.length) found.at(-1)!.title += ` ${name}`; // a title of two lines
      else found.push({ title: name.replace(/[,:]$/, ""), parts: [] });
      body = raw.slice(name.length);
      inset = raw.length - body.trimStart().length;
      if (!body.trim()) continue;
    }
    add(found.at(-1) ?? push(found), fresh ? body.trimStart() : raw, fresh ? 0 : raw.length - raw.trimStart().length, inset);
  }
  return { heading, note, sections: found.filter((section) => !isForTyping(section)) };
}

/** How actions are typed in a terminal, and where files lie, is of no use on a page. */
const isForTyping = (section: Section): boolean => section.parts.some((part) => /\bincognita (play|score)|docs\/rules\//.test(part.text));

/** A table as it was set with spaces; shorter rows, such as headings, stand on the right. */
export function cells(table: string): string[][] {
  const rows = table.split("\n").map((line) => line.split(/ {2,}/));
  const most = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...Array<string>(most - row.length).fill(""), ...row]);
}

function push(found: Section[]): Section {
  found.push({ title: "", parts: [] });
  return found.at(-1)!;
}

function add(section: Section, line: string, indent: number, inset: number): void {
  const text = line.trim();
  const last = section.parts.at(-1);
  if (/\S {2,}\S/.test(text)) {
    if (last?.table) last.text += `\n${text}`;
    else section.parts.push({ text, table: true });
  } else if (last && last.table && indent > inset) last.text += ` ${text}`;
  else if (last && !last.table && last.text && !(BREAK.test(text) && /^(-|\d+\.|x \d|\+ \d)/.test(text))) last.text += ` ${text}`;
  else section.parts.push({ text, table: false });
}
