/** The six destinations: what tells them apart besides their colour. */
export const COLOURS = ["Y", "B", "W", "G", "R", "P"] as const;
export type Colour = (typeof COLOURS)[number];

export const colourOf = (card: string): Colour => card[0] as Colour;
/** `I` is an investment, otherwise a number. */
export const rankOf = (card: string): string => card.slice(1);

/** Drawn in a square of 24; strokes are lines of the same ink. */
export const SYMBOLS: Record<Colour, { fill: string; line: string }> = {
  Y: {
    fill: "M7 13a5 5 0 0 1 10 0l-1.6 1.2C13 13 10.3 13.4 8 15.4ZM1 21c3.5-5.2 8-6.6 12.5-4.4C17 18.3 20 18.3 23 17v4.5H1Z",
    line: "M12 3v2.6M4.6 6.2l1.9 1.9M19.4 6.2l-1.9 1.9M2.2 13.2h2.6M19.2 13.2h2.6",
  },
  B: {
    fill: "M12 1.5 9.3 6h1.7v7.2c1.2 0 2-.1 2-.1V6h1.7ZM3.5 5 1.8 9h1.6v1.4c0 3.6 3.3 5.2 7.6 5.2v-2c-3.6 0-5.7-1-5.7-3.4V9h1.4ZM20.5 5l1.7 4h-1.6v1.4c0 3.6-3.3 5.2-7.6 5.2v-2c3.6 0 5.7-1 5.7-3.4V9h-1.4ZM11 15h2v3.2l-1 .8-1-.8Z",
    line: "M2 21c1.7-2.3 3.3-2.3 5 0s3.3 2.3 5 0 3.3-2.3 5 0 3.3 2.3 5 0",
  },
  W: {
    fill: "M1 21 9 5l3.4 6.6L15.3 7 23 21H1Zm8-10.8-2.2 4.4 1.7 1.2 1.3-1.4 1.4 1.2.9-1.3Zm6.3 1.3-1.7 2.9 1.5 1 1.3-1 .9.9Z",
    line: "",
  },
  G: {
    fill: "M21.5 2C11 2.2 4 6.6 4 13.4c0 1.5.4 2.8 1.1 3.9C8.5 12.5 12 9.9 16.6 8.3 12.4 11.2 9 14.6 6.5 19c1.1.6 2.4.9 3.9.9C17.6 19.9 21.5 12.5 21.5 2Z",
    line: "M6 18.2 3 22.6",
  },
  R: {
    fill: "M1 21.5 7.6 10h2.1l1.7 1.8 1.5-1.5 1.3 1.2 1.6-1.5h.6L23 21.5h-9.5l-.8-4.3-1.4 4.3Z",
    line: "M12 8c-2-1.7 1.6-2.6 0-5M8.3 7.3C7.2 6.2 9 5.3 8.1 3.7M15.7 7.3c-1.1-1.1.7-2 .2-3.6",
  },
  P: {
    fill: "M14.5 1.8A10.3 10.3 0 1 0 22 16.4 9 9 0 0 1 14.5 1.8ZM19 4l.9 2.3 2.3.9-2.3.9L19 10.4l-.9-2.3-2.3-.9 2.3-.9Z",
    line: "",
  },
};

/** A tile of 12 by 12 that repeats: the texture of a destination, for those who do not see its colour. */
export const PATTERNS: Record<Colour, string> = {
  Y: "M2 3h.01M8 3h.01M5 7h.01M11 7h.01M2 11h.01M8 11h.01",
  B: "M0 4c2-2 4-2 6 0s4 2 6 0M0 10c2-2 4-2 6 0s4 2 6 0",
  W: "M0 5l3-3 3 3 3-3 3 3M0 11l3-3 3 3 3-3 3 3",
  G: "M-1 7l8-8M-1 13 13-1M5 13l8-8",
  R: "M0 6h12M3 0v6M9 6v6M0 12h12",
  P: "M3 1v4M1 3h4M9 7v4M7 9h4",
};
