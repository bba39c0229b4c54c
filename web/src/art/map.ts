/** The map of the board game: five paths from a plateau over nine stones and a bridge to five cities. */
import { COLOURS, type Colour } from "./destinations";

export const WIDTH = 500;
export const PATH_COLOURS = COLOURS.slice(0, 5) as Colour[];
export type Point = [x: number, y: number];

/** A map as high as there is room for; its width is always the same. */
export function chart(height: number) {
  const foot = height - 22;
  const river = Math.min(30, height * 0.06);
  const step = (foot - river - 40) / 9;

  /** Where a stone of a path lies; 0 is the plateau. */
  const stone = (path: number, k: number): Point => [50 + 100 * path + (k ? Math.sin(k * 1.15 + path * 1.9) * 15 : 0), foot - step * k - (k > 6 ? river : 0)];

  /** A smooth line through all stones of a path. */
  function trail(path: number): string {
    const points = Array.from({ length: 10 }, (_, k) => stone(path, k));
    return points.reduce((d, [x, y], i) => {
      if (!i) return `M${x} ${y}`;
      const [px, py] = points[i - 1]!;
      const middle = (py + y) / 2;
      return `${d}C${px.toFixed(1)} ${middle} ${x.toFixed(1)} ${middle} ${x.toFixed(1)} ${y}`;
    }, "");
  }

  const ford = foot - step * 6.5 - river / 2;
  /** The water that all bridges cross, between the sixth and the seventh stone. */
  function water(): string {
    const upper: string[] = [];
    const lower: string[] = [];
    for (let x = -20; x <= WIDTH + 20; x += 20) {
      const sway = Math.sin(x / 47) * 5;
      upper.push(`${x} ${(ford - 11 + sway).toFixed(1)}`);
      lower.unshift(`${x} ${(ford + 11 + sway + Math.sin(x / 31) * 2).toFixed(1)}`);
    }
    return `M${upper.join("L")}L${lower.join("L")}Z`;
  }
  const bridge = (path: number): Point => [(stone(path, 6)[0] + stone(path, 7)[0]) / 2, ford];

  /** Where so many explorers stand around one stone. */
  function standing(path: number, k: number, i: number, n: number): Point {
    const [x, y] = stone(path, k);
    return [x + (n === 1 ? 0 : (i - (n - 1) / 2) * Math.min(18, 44 / n)), y - 2 + (i % 2) * 5];
  }
  return { height, stone, trail, water, bridge, standing };
}
