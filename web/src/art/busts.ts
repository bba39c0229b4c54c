/** Adventurers as busts in one line weight: a head, and what each of them wears. */
export interface Bust {
  /** Filled with the colour of the category. */
  worn: string[];
  /** Lines only. */
  drawn: string[];
}

const MOUSTACHE = "M42 47q4-4 8 0q4-4 8 0q-4 4-8 1q-4 3-8-1Z";
const SMILE = "M45 50q5 4 10 0";
const EYES = "M43 37h.01M57 37h.01";
const GLASSES = "M37 37a5 5 0 1 0 10 0 5 5 0 1 0-10 0ZM53 37a5 5 0 1 0 10 0 5 5 0 1 0-10 0ZM47 36q3-2 6 0";

/** By the letters of the notation, a to p. */
export const BUSTS: Record<string, Bust> = {
  a: { worn: ["M24 28q26-9 52 0q-6-3-10-4-2-15-16-15t-16 15q-4 1-10 4Z"], drawn: [EYES, SMILE, "M30 92q4-16 12-24M58 68q8 8 12 24"] },
  b: { worn: ["M35 27V6h30v21Z", "M28 29h44v-4H28Z"], drawn: [EYES, MOUSTACHE, "M53 37a5 5 0 1 0 10 0 5 5 0 1 0-10 0ZM62 41q4 12 2 24", "M44 66l6 8 6-8"] },
  c: { worn: ["M34 30q2-16 16-16t16 16q-16-8-32 0Z"], drawn: [EYES, "M38 46q2 22 12 24t12-24q-4 6-12 4-8 2-12-4Z", "M50 74v16M44 80h12"] },
  d: { worn: ["M32 30q4-20 18-20t18 20l-6-6-5 5-7-7-7 7-5-5Z"], drawn: [EYES, SMILE, "M36 70l28 22M64 70 36 92"] },
  e: { worn: ["M33 33h34v9H33Z", "M31 26q8-16 19-16t19 16Z"], drawn: ["M41 38h.01M59 38h.01", "M45 51h10", "M40 68q10 10 20 0"] },
  f: { worn: ["M30 46q-4-36 20-36t20 36q4 10-4 12 2-20-4-28-12 6-24 0-6 8-4 28-8-2-4-12Z"], drawn: [EYES, SMILE, "M43 68q7 8 14 0M50 76h.01"] },
  g: { worn: ["M26 24q24 8 48 0q-4-14-24-14T26 24Z", "M62 12q14-12 16 2-6 8-14 4Z"], drawn: [GLASSES, "M45 51q5-3 10 0", "M42 68l8 10 8-10"] },
  h: { worn: ["M34 24 37 6l7 9 6-11 6 11 7-9 3 18Z"], drawn: [EYES, MOUSTACHE, "M36 70q14 12 28 0"] },
  i: { worn: ["M20 28q30-8 60 0q-8-4-16-5-2-15-14-15t-14 15q-8 1-16 5Z"], drawn: [EYES, "M44 52q6 2 12-1M56 51l9 3", "M36 68l14 12 14-12"] },
  j: { worn: ["M32 28q0-18 18-18t18 18Z", "M28 30h44v-4H28Z"], drawn: [EYES, MOUSTACHE, "M34 76h10M34 82h10M62 70v20"] },
  k: { worn: ["M31 44q-4-34 19-34t19 34l-5 4V30H36v18Z", "M33 22h34v8H33Z"], drawn: [GLASSES, SMILE, "M40 66q10 16 26 10"] },
  l: { worn: ["M34 24q2-16 16-16t16 16Z", "M24 28q26-6 52 0v-4q-26-6-52 0Z"], drawn: [EYES, MOUSTACHE, "M56 54l12 4", "M40 68l10 24 10-24"] },
};
export const HEAD = "M50 62c-9 0-15-9-15-22s6-20 15-20 15 7 15 20-6 22-15 22Z";
export const SHOULDERS = "M14 100q0-26 22-30l7-2v-8h14v8l7 2q22 4 22 30Z";
export const bust = (letter: string): Bust => BUSTS[letter] ?? { worn: [], drawn: [EYES, SMILE] };

/** Technology, provisions, clothing: in a square of 24. */
export const CATEGORIES: Record<string, string> = {
  R: "M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM10.5 2h3l.5 3 2 .8 2.5-1.7 2.1 2.1L18.9 8.7l.8 2 3 .5v3l-3 .5-.8 2 1.7 2.5-2.1 2.1-2.5-1.7-2 .8-.5 3h-3l-.5-3-2-.8-2.5 1.7-2.1-2.1L5.1 16.7l-.8-2-3-.5v-3l3-.5.8-2L3.4 6.2l2.1-2.1L8 5.8l2-.8Z",
  B: "M9 2h6v4q4 2 4 7v9H5v-9q0-5 4-7ZM8 13h8v5H8Z",
  Y: "M7 2h8v11l6 3q2 1 2 4v2H3v-4l4-4ZM7 7h5",
};
/** What an action does, as an icon. */
export const ACTIONS: Record<string, string> = {
  "give one": "M4 5h9v13H4ZM15 11h7M18.5 7.5l4 3.5-4 3.5",
  "give two": "M3 4h8v11H3ZM6 17v3h8V8h-2M16 12h6M19 9l3.5 3-3.5 3",
  "extra equipment card": "M4 8h9v13H4ZM17 3v10M12 8h10",
  "discard equipment": "M4 8h9v13H4ZM16 6l6 6M22 6l-6 6",
  "take equipment": "M11 8h9v13h-9ZM9 4H3v6M3 4l6 6",
  "another turn": "M20 12a8 8 0 1 1-3-6.2M17 2v4.5h4.5",
  "extra member": "M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 21q0-8 6-8t6 8M19 7v8M15 11h8",
  "discard member": "M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 21q0-8 6-8t6 8M16 6l6 6M22 6l-6 6",
  "take member": "M15 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM9 21q0-8 6-8t6 8M8 6H2M5 3 2 6l3 3",
  "move equipment": "M3 12h9v9H3ZM14 8V3h7M18 11V6M15 8l3-3 3 3",
  protection: "M12 2l8 3v7q0 7-8 10-8-3-8-10V5Z",
};
