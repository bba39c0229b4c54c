/** The map of the board game: five paths from a plateau over nine stones and a bridge to five cities. */
import { COLOURS, type Colour } from "./destinations";

export const WIDTH = 500;
export const HEIGHT = 560;
const FOOT = 524;
const STEP = 55;
export type Point = [x: number, y: number];

/** Where a stone of a path lies; 0 is the plateau. */
export function stone(path: number, k: number): Point {
  const sway = Math.sin(k * 1.15 + path * 1.9) * 15;
  const gap = k > 6 ? 14 : 0; // the river
  return [50 + 100 * path + (k ? sway : 0), FOOT - STEP * k - gap];
}

export const PATH_COLOURS = COLOURS.slice(0, 5) as Colour[];

/** A smooth line through all stones of a path. */
export function trail(path: number): string {
  const points = Array.from({ length: 10 }, (_, k) => stone(path, k));
  return points.reduce((d, [x, y], i) => {
    if (!i) return `M${x} ${y}`;
    const [px, py] = points[i - 1]!;
    const middle = (py + y) / 2;
    return `${d}C${px.toFixed(1)} ${middle} ${x.toFixed(1)} ${middle} ${x.toFixed(1)} ${y}`;
  }, "");
}

/** The river that all bridges cross, between the sixth and the seventh stone. */
export function river(): string {
  const y = FOOT - STEP * 6.5 - 7;
  const upper: string[] = [];
  const lower: string[] = [];
  for (let x = -20; x <= WIDTH + 20; x += 20) {
    const sway = Math.sin(x / 47) * 5;
    upper.push(`${x} ${(y - 11 + sway).toFixed(1)}`);
    lower.unshift(`${x} ${(y + 11 + sway + Math.sin(x / 31) * 2).toFixed(1)}`);
  }
  return `M${upper.join("L")}L${lower.join("L")}Z`;
}

export function bridge(path: number): Point {
  const [x6, y6] = stone(path, 6);
  const [x7, y7] = stone(path, 7);
  return [(x6 + x7) / 2, (y6 + y7) / 2];
}

/** Where so many explorers stand around one stone. */
export function standing(path: number, k: number, i: number, n: number): Point {
  const [x, y] = stone(path, k);
  const spread = n === 1 ? 0 : (i - (n - 1) / 2) * Math.min(18, 44 / n);
  return [x + spread, y - 2 + (i % 2) * 5];
}
