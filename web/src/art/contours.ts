/** Contour lines of a land that nobody has seen: level curves of a smooth random height, by marching squares. */
import { generator } from "./random";

function heights(columns: number, rows: number, seed: number): (x: number, y: number) => number {
  const random = generator(seed);
  const hills = Array.from({ length: 16 }, () => ({ x: random() * columns, y: random() * rows, r: 5 + random() * 13, h: random() * 2 - 0.8 }));
  return (x, y) => hills.reduce((sum, hill) => sum + hill.h * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / hill.r ** 2), 0);
}

/** The path of all level curves on a grid of cells of the given size. */
export function contours(columns: number, rows: number, cell: number, seed = 7): string {
  const height = heights(columns, rows, seed);
  const grid = Array.from({ length: rows + 1 }, (_, y) => Array.from({ length: columns + 1 }, (_, x) => height(x, y)));
  const parts: string[] = [];
  for (let level = -0.9; level < 2.2; level += 0.18) {
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) parts.push(segments(grid, x, y, level, cell));
  }
  return parts.join("");
}

function segments(grid: number[][], x: number, y: number, level: number, cell: number): string {
  const [a, b, c, d] = [grid[y]![x]!, grid[y]![x + 1]!, grid[y + 1]![x + 1]!, grid[y + 1]![x]!];
  const crossings: string[] = [];
  const at = (px: number, py: number) => crossings.push(`${(px * cell).toFixed(1)} ${(py * cell).toFixed(1)}`);
  const between = (from: number, to: number) => (level - from) / (to - from);
  if (a > level !== b > level) at(x + between(a, b), y);
  if (b > level !== c > level) at(x + 1, y + between(b, c));
  if (d > level !== c > level) at(x + between(d, c), y + 1);
  if (a > level !== d > level) at(x, y + between(a, d));
  if (crossings.length === 2) return `M${crossings[0]}L${crossings[1]}`;
  return crossings.length === 4 ? `M${crossings[0]}L${crossings[3]}M${crossings[1]}L${crossings[2]}` : "";
}
