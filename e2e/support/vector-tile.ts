/* Encodes a few shapes as a vector tile (github.com/mapbox/vector-tile-spec, version 2.1), to test the
   online base map without a network. */

type Point = [x: number, y: number];

/** A shape of the tile. Coordinates run from 0 to 4096 over the tile, to the right and down. */
export type TileFeature = {
  kind: 'point' | 'line' | 'polygon';
  points: Point[];
  properties: Record<string, string | number>;
};

const EXTENT = 4096;
const KINDS = { point: 1, line: 2, polygon: 3 } as const;
const [MOVE_TO, LINE_TO, CLOSE_PATH] = [1, 2, 7] as const;

export function vectorTile(layers: Record<string, TileFeature[]>): Uint8Array {
  return new Uint8Array(
    Object.entries(layers).flatMap(([name, features]) => message(3, layer({ name, features }))),
  );
}

function layer({ name, features }: { name: string; features: TileFeature[] }): number[] {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const tags = (properties: TileFeature['properties']) =>
    Object.entries(properties).flatMap(([key, value]) => [indexIn(keys, key), indexIn(values, value)]);
  const encoded = features.flatMap(({ kind, points, properties }) =>
    message(2, [
      ...message(2, tags(properties).flatMap(varint)),
      ...field(3, 0),
      ...varint(KINDS[kind]),
      ...message(4, geometry({ kind, points })),
    ]),
  );
  return [
    ...message(1, text(name)),
    ...encoded,
    ...keys.flatMap((key) => message(3, text(key))),
    ...values.flatMap((value) =>
      message(4, typeof value === 'string' ? message(1, text(value)) : [...field(4, 0), ...varint(value)]),
    ),
    ...field(5, 0),
    ...varint(EXTENT),
    ...field(15, 0),
    ...varint(2),
  ];
}

function geometry({ kind, points }: Pick<TileFeature, 'kind' | 'points'>): number[] {
  let [lastX, lastY] = [0, 0];
  const steps = points.map(([x, y]) => {
    const step = [...zigzag(x - lastX), ...zigzag(y - lastY)];
    [lastX, lastY] = [x, y];
    return step;
  });
  const [first = [], ...rest] = steps;
  return [
    ...command(MOVE_TO, 1),
    ...first,
    ...(rest.length ? command(LINE_TO, rest.length) : []),
    ...rest.flat(),
    ...(kind === 'polygon' ? command(CLOSE_PATH, 1) : []),
  ];
}

function indexIn<Item>(list: Item[], item: Item): number {
  if (!list.includes(item)) list.push(item);
  return list.indexOf(item);
}

const field = (number: number, wireType: number) => varint(number * 8 + wireType);
const message = (number: number, bytes: number[]) => [...field(number, 2), ...varint(bytes.length), ...bytes];
const command = (id: number, count: number) => varint(count * 8 + id);
const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);
const text = (value: string) => [...new TextEncoder().encode(value)];

function varint(value: number): number[] {
  const low = value % 128;
  const rest = Math.floor(value / 128);
  return rest === 0 ? [low] : [low + 128, ...varint(rest)];
}
