/** Longitude and latitude in degrees. */
export type Position = number[];

/** West, south, east, north in degrees. */
export type Rectangle = [west: number, south: number, east: number, north: number];

/**
 * Clips a closed ring with the Sutherland–Hodgman algorithm. The returned ring is closed, or empty if nothing is left.
 */
export function clipRing({ ring, rectangle }: { ring: Position[]; rectangle: Rectangle }): Position[] {
  let points = ring.slice(0, -1);
  for (const side of sidesOf(rectangle)) {
    const kept: Position[] = [];
    for (const [index, point] of points.entries()) {
      const before = points.at(index - 1) as Position;
      if (side.keeps(point) !== side.keeps(before)) kept.push(side.crossing(before, point));
      if (side.keeps(point)) kept.push(point);
    }
    points = kept;
  }
  const [first] = points;
  return first ? [...points, first] : [];
}

/**
 * Keeps each segment that has a point within the rectangle. Segments are not cut, so their ends may be outside the
 * rectangle.
 */
export function clipLine({ line, rectangle }: { line: Position[]; rectangle: Rectangle }): Position[][] {
  const inside = (point: Position | undefined) =>
    point !== undefined && sidesOf(rectangle).every((side) => side.keeps(point));
  const parts: Position[][] = [];
  let part: Position[] = [];
  for (const [index, point] of line.entries()) {
    if (inside(point) || inside(line[index + 1]) || inside(line[index - 1])) part.push(point);
    else if (part.length) {
      parts.push(part);
      part = [];
    }
  }
  if (part.length) parts.push(part);
  return parts.filter(({ length }) => length > 1);
}

export function frameAround({ hole, frame }: { hole: Rectangle; frame: Rectangle }): Rectangle[] {
  const [west, south, east, north] = hole;
  return [
    [frame[0], frame[1], west, frame[3]],
    [east, frame[1], frame[2], frame[3]],
    [west, frame[1], east, south],
    [west, north, east, frame[3]],
  ];
}

/** Rounds the points, and removes the duplicates that the rounding causes. */
export function roundLine(line: Position[], decimals: number): Position[] {
  const rounded = line.map((point) => point.map((degrees) => Number(degrees.toFixed(decimals))));
  return rounded.filter(
    (point, index) =>
      index === 0 || point[0] !== rounded[index - 1]?.[0] || point[1] !== rounded[index - 1]?.[1],
  );
}

const STEPS = 4;

/** Returns Catmull–Rom splines, one for each pair of neighbouring points. */
function curves(points: Position[]): Position[][] {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as [number, number];
  return points.slice(1).map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    return Array.from({ length: STEPS + 1 }, (__, step) =>
      [0, 1].map((axis) => spline(step / STEPS, before[axis], from[axis], to[axis], after[axis])),
    );
  });
}

export function smooth(points: Position[]): Position[] {
  const [first = [], ...rest] = curves(points);
  return [...first, ...rest.flatMap((part) => part.slice(1))];
}

/**
 * Splits the curve at its gaps. Returns the parts between the gaps, and the gaps.
 * @param gap in degrees. Two neighbouring points form a gap if their longitudes or their latitudes differ by more than
 *   this number.
 */
export function splitByGap({ points, gap }: { points: Position[]; gap: number }) {
  const runs: { line: Position[]; isGap: boolean }[] = [];
  for (const [index, part] of curves(points).entries()) {
    const [from = [], to = []] = [points[index], points[index + 1]];
    const isGap = [0, 1].some((axis) => Math.abs((to[axis] ?? 0) - (from[axis] ?? 0)) > gap);
    const last = runs.at(-1);
    if (last?.isGap === isGap) last.line.push(...part.slice(1));
    else runs.push({ line: [...part], isGap });
  }
  return runs;
}

const DISC_CORNERS = 20;
const METRES_PER_DEGREE = 111_195;

export function disc({
  centre: [lng = 0, lat = 0],
  metres,
}: {
  centre: Position;
  metres: number;
}): Position[] {
  const [high, wide] = [
    metres / METRES_PER_DEGREE,
    metres / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180),
  ];
  return Array.from({ length: DISC_CORNERS + 1 }, (_, corner) => {
    const angle = ((corner % DISC_CORNERS) * 2 * Math.PI) / DISC_CORNERS;
    return [lng + wide * Math.sin(angle), lat + high * Math.cos(angle)];
  });
}

function spline(t: number, before = 0, from = 0, to = 0, after = 0): number {
  return (
    from +
    0.5 *
      t *
      (to - before + t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)))
  );
}

type Side = { keeps: (point: Position) => boolean; crossing: (from: Position, to: Position) => Position };

function sidesOf([west, south, east, north]: Rectangle): Side[] {
  return [
    sideOf({ axis: 0, at: west, keepsAbove: true }),
    sideOf({ axis: 0, at: east, keepsAbove: false }),
    sideOf({ axis: 1, at: south, keepsAbove: true }),
    sideOf({ axis: 1, at: north, keepsAbove: false }),
  ];
}

function sideOf({ axis, at, keepsAbove }: { axis: 0 | 1; at: number; keepsAbove: boolean }): Side {
  const along = (point: Position) => point[axis] ?? 0;
  return {
    keeps: (point) => (keepsAbove ? along(point) >= at : along(point) <= at),
    crossing: (from, to) => {
      const share = (at - along(from)) / (along(to) - along(from));
      return [0, 1].map((each) => (from[each] ?? 0) + share * ((to[each] ?? 0) - (from[each] ?? 0)));
    },
  };
}
