import type { Ground } from './marker';
import type { MapPalette } from './palette';

/**
 * Draws one tile of the bundled map. The streets are a jittered lattice fixed in world space and turned a little, so
 * that tiles meet without seams at every zoom. They are invented; the `plain` ground is a bare grid.
 */

type Pen = OffscreenCanvasRenderingContext2D;
type Spot = readonly [number, number];

interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Lattice cells along one tile of zoom 14 (about 2 km), and how many make a block between main roads. */
const CELLS = 6;
const BLOCK = 5;
const BASE_ZOOM = 14;
const TURN = -0.24;
const [COS, SIN] = [Math.cos(TURN), Math.sin(TURN)];

/** Hashes a lattice point to a number from 0 (inclusive) to 1 (exclusive). */
function hashFraction(i: number, j: number, salt: number): number {
  let n = (i * 374761393 + j * 668265263 + salt * 1274126177) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

const block = (index: number) => Math.floor(index / BLOCK);
const isMain = (index: number) => index - block(index) * BLOCK === 0;

interface Lattice {
  /** Pixels of one cell. */
  cell: number;
  at: (i: number, j: number) => Spot;
  i: Spot;
  j: Spot;
}

function latticeOf({ z, x, y }: TileAddress, size: number): Lattice {
  const cell = (size * 2 ** (z - BASE_ZOOM)) / CELLS;
  const place = (i: number, j: number): Spot => [
    (i * COS - j * SIN) * cell - x * size,
    (i * SIN + j * COS) * cell - y * size,
  ];
  const corners = [0, 1].flatMap((dx) =>
    [0, 1].map((dy): Spot => {
      const [px, py] = [((x + dx) * size) / cell, ((y + dy) * size) / cell];
      return [px * COS + py * SIN, py * COS - px * SIN];
    }),
  );
  const range = (axis: 0 | 1): Spot => {
    const values = corners.map((corner) => corner[axis]);
    return [Math.floor(Math.min(...values)) - 2, Math.ceil(Math.max(...values)) + 2];
  };
  const at = (i: number, j: number): Spot => {
    const [sway, lean] = [isMain(i) ? 0.15 : 0.45, isMain(j) ? 0.15 : 0.45];
    return place(i + (hashFraction(i, block(j), 5) - 0.5) * sway, j + (hashFraction(block(i), j, 6) - 0.5) * lean);
  };
  return { cell, at, i: range(0), j: range(1) };
}

function eachCell({ i, j }: Lattice, step: number, visit: (i: number, j: number) => void): void {
  const first = (low: number) => Math.floor(low / step) * step;
  for (let row = first(j[0]); row <= j[1]; row += step) {
    for (let column = first(i[0]); column <= i[1]; column += step) visit(column, row);
  }
}

function fillCell(pen: Pen, spots: readonly Spot[]): void {
  pen.beginPath();
  for (const spot of spots) pen.lineTo(...spot);
  pen.closePath();
  pen.fill();
}

function drawParks(pen: Pen, lattice: Lattice): void {
  eachCell(lattice, 1, (i, j) => {
    const large = hashFraction(block(i), block(j), 7) < 0.1 && !isMain(i) && !isMain(j);
    if (!large && hashFraction(i, j, 1) > 0.045) return;
    const { at } = lattice;
    fillCell(pen, [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
  });
}

/** A river every 26 cells, winding along the lattice. */
function drawRivers(pen: Pen, { i, j, cell, at }: Lattice, color: string): void {
  pen.strokeStyle = color;
  pen.lineWidth = cell * 0.9;
  for (let river = Math.floor(i[0] / 26) - 1; river <= Math.ceil(i[1] / 26); river += 1) {
    pen.beginPath();
    for (let row = j[0] - 3; row <= j[1] + 3; row += 1) {
      const [x, y] = at(river * 26 + 11, row);
      pen.lineTo(x + Math.sin(row * 0.42 + river) * cell * 1.8, y);
    }
    pen.stroke();
  }
}

function traceStreets(pen: Pen, lattice: Lattice, main: boolean): void {
  const { at } = lattice;
  pen.beginPath();
  eachCell(lattice, 1, (i, j) => {
    if (isMain(j) === main && (main || hashFraction(i, j, 3) > 0.14)) {
      pen.moveTo(...at(i, j));
      pen.lineTo(...at(i + 1, j));
    }
    if (isMain(i) === main && (main || hashFraction(i, j, 4) > 0.14)) {
      pen.moveTo(...at(i, j));
      pen.lineTo(...at(i, j + 1));
    }
  });
}

/** Lanes between the streets, for near views. */
function traceLanes(pen: Pen, lattice: Lattice): void {
  const middle = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const { at } = lattice;
  pen.beginPath();
  eachCell(lattice, 1, (i, j) => {
    const [nw, ne, sw, se] = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
    const across = hashFraction(i, j, 8) > 0.5;
    pen.moveTo(...(across ? middle(nw, sw) : middle(nw, ne)));
    pen.lineTo(...(across ? middle(ne, se) : middle(sw, se)));
  });
}

function drawStreets(pen: Pen, lattice: Lattice, colors: MapPalette): void {
  pen.fillStyle = colors.park;
  drawParks(pen, lattice);
  drawRivers(pen, lattice, colors.water);
  const width = Math.min(Math.max(lattice.cell / 14, 1.2), 22);
  if (lattice.cell > 320) {
    pen.strokeStyle = colors.minor;
    pen.lineWidth = width * 0.6;
    traceLanes(pen, lattice);
    pen.stroke();
  }
  if (lattice.cell > 16) {
    pen.strokeStyle = colors.minor;
    pen.lineWidth = width;
    traceStreets(pen, lattice, false);
    pen.stroke();
  }
  traceStreets(pen, lattice, true);
  pen.strokeStyle = colors.casing;
  pen.lineWidth = width * 2.2 + 3;
  pen.stroke();
  pen.strokeStyle = colors.road;
  pen.lineWidth = width * 2.2;
  pen.stroke();
}

/** Fills `pen`'s square of `size` pixels with the tile at `address`. */
export function drawTile(pen: Pen, size: number, tile: TileAddress & { ground: Ground; colors: MapPalette }): void {
  const { ground, colors } = tile;
  pen.fillStyle = colors.land;
  pen.fillRect(0, 0, size, size);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  if (ground === 'streets') {
    drawStreets(pen, latticeOf(tile, size), colors);
    return;
  }
  pen.strokeStyle = colors.minor;
  pen.lineWidth = 3;
  pen.beginPath();
  for (const offset of [0, size / 2]) {
    pen.moveTo(offset, 0);
    pen.lineTo(offset, size);
    pen.moveTo(0, offset);
    pen.lineTo(size, offset);
  }
  pen.stroke();
}
