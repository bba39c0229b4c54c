/** Words in the reader's language. A text may have `{name}` to fill in and `one|other` for a number `n`. */
import type words from "../../strings.json";

export type Key = keyof typeof words;
export type Language = "en" | "de" | "fr" | "it";
export type Values = Record<string, string | number>;

const LOAD: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import("virtual:strings/en"),
  de: () => import("virtual:strings/de"),
  fr: () => import("virtual:strings/fr"),
  it: () => import("virtual:strings/it"),
};
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" };
const STORED = "incognita.language";

const current = $state({ language: "en" as Language, words: {} as Record<string, string> });

export const language = (): Language => current.language;

export async function speak(wanted: Language): Promise<void> {
  const loaded = (await LOAD[wanted]()).default;
  current.words = loaded;
  current.language = wanted;
  document.documentElement.lang = wanted;
}

/** The language somebody chose before, or the browser's. */
export function preferred(): Language {
  const wanted = [localStorage.getItem(STORED) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LOAD) ?? "en") as Language;
}

export function choose(wanted: Language): Promise<void> {
  localStorage.setItem(STORED, wanted);
  return speak(wanted);
}

export function filled(text: string, values: Values, tag: string): string {
  const forms = text.split("|");
  const form = forms.length > 1 && new Intl.PluralRules(tag).select(Number(values["n"])) === "one" ? 0 : forms.length - 1;
  return forms[form]!.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? numeral(value, tag) : (value ?? "");
  });
}

export const t = (key: Key, values: Values = {}): string => filled(current.words[key] ?? key, values, current.language);

/** For keys that come from outside, such as the rule of a refusal: empty if there is no such text. */
export const known = (key: string, values: Values = {}): string =>
  key in current.words ? filled(current.words[key]!, values, current.language) : "";

/** A number with a real minus. */
export const numeral = (value: number, tag: string = current.language): string =>
  new Intl.NumberFormat(tag).format(value).replace("-", "−");

/** One digit after the point, as the language writes it. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(current.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value).replace("-", "−");

export const list = (items: string[]): string =>
  new Intl.ListFormat(current.language, { type: "conjunction" }).format(items);
