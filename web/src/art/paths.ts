/** Five paths from a plateau to five cities, small, for the picture of the board game. */
import { COLOURS, type Colour } from "./destinations";

export interface Path {
  colour: Colour;
  stones: [number, number][];
  d: string;
}

function path(colour: Colour, i: number): Path {
  const stones = Array.from({ length: 9 }, (_, k): [number, number] => {
    const up = k / 8;
    const x = 100 + (i - 2) * (17 + 24 * up) + Math.sin(k * 0.9 + i) * 5;
    return [Math.round(x), Math.round(116 - up * (98 - Math.abs(i - 2) * 9))];
  });
  return { colour, stones, d: `M${stones.map((stone) => stone.join(" ")).join("L")}` };
}

export const PATHS: Path[] = COLOURS.slice(0, 5).map(path);
