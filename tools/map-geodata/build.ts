/**
 * Generates the bundled base map: `node tools/map-geodata/build.ts`.
 *
 * Input: Natural Earth land and country borders (the package world-atlas), the tables in this folder,
 * and the stations of the place search. Output: three GeoJSON files in web/map/geodata, which the
 * map's worker reads. Sources are documented in docs/decisions/0014-map.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { feature, mesh, type Topology } from 'topojson-client';
import {
  clipLine,
  clipRing,
  disc,
  frameAround,
  type Position,
  type Rectangle,
  roundLine,
  smooth,
  splitByGap,
} from './shapes.ts';

const OUTPUT = new URL('../../web/map/geodata/', import.meta.url);

/** The area in which the detailed 1:10m coast is used. */
const KOREA: Rectangle = [124, 32.8, 132.2, 39.2];
const KOREA_TO_ITS_BORDER: Rectangle = [124, 32.8, 131, 43.2];
const EAST_ASIA: Rectangle = [116, 24, 146, 46];
const WORLD: Rectangle = [-180, -58, 180, 80];

/**
 * Degrees, about 600 m. Two rows of railways.csv with the same name within this distance are one station, at which
 * several lines stop.
 */
const SAME_STATION_DEGREES = 0.006;

/**
 * Degrees, about three kilometres. A station of the place search and a station of railways.csv with the same name within
 * this distance are one station. The distance is longer, because the two tables measure large stations differently.
 */
const SAME_STATION_OF_SEARCH_DEGREES = 0.03;

/** Degrees, about 100 m. Two stations within this distance that have different names are one renamed station. */
const RENAMED_STATION_DEGREES = 0.001;

/**
 * Degrees, about four kilometres. Between neighbouring stations that are farther apart, the course of the line is only
 * approximate.
 */
const APPROXIMATE_GAP_DEGREES = 0.04;

/**
 * Parks, peaks and lakes are drawn as discs with a soft edge. The base map contains only the opaque middle: a disc with
 * 0.6 of the radius. Between this disc and the full radius, the map fades out the colour (`patches` in
 * web/map/maplibre/offline-base.ts).
 */
const OPAQUE_SHARE = 0.6;

/** Discs up to this radius get four decimals of a degree (about 10 m), larger discs three (about 100 m). */
const PRECISE_DISC_METRES = 1_500;

const require = createRequire(import.meta.url);
const STATIONS_OF_SEARCH: readonly {
  name: string;
  lat: number;
  lng: number;
}[] = require('../../features/places/server/search/stations.json');
const atlas = (file: string): Topology =>
  JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8'));

write('land.geojson', [
  ...land({ file: 'land-10m.json', within: [KOREA], decimals: 3 }),
  ...land({ file: 'land-50m.json', within: frameAround({ hole: KOREA, frame: EAST_ASIA }), decimals: 2 }),
  ...land({ file: 'land-110m.json', within: frameAround({ hole: EAST_ASIA, frame: WORLD }), decimals: 1 }),
  ...islands(),
  ...greensAndLakes(),
]);
write('lines.geojson', [...countryBorders(), provinceBorders(), ...waters(), ...railways()]);
write('names.geojson', [...places(), ...stations()]);

/** Returns one polygon per feature, clipped to the rectangles. */
function land({
  file,
  within,
  decimals,
}: {
  file: string;
  within: Rectangle[];
  decimals: number;
}): Feature[] {
  const topology = atlas(file);
  const { features } = feature(topology, topology.objects.land);
  const polygons = features.flatMap(({ geometry }) => geometry.coordinates);
  return within.flatMap((rectangle) =>
    polygons.flatMap((rings) => {
      const [outer, ...holes] = rings
        .map((ring) => roundLine(clipRing({ ring, rectangle }), decimals))
        .filter((ring) => ring.length >= 4);
      if (!outer) return [];
      return [featureOf({}, { type: 'Polygon', coordinates: [outer, ...holes] })];
    }),
  );
}

/** Returns inhabited islands that Natural Earth omits at this scale. */
function islands(): Feature[] {
  return runs({ file: 'islands.csv', key: 'island' }).map(({ rows }) => {
    const ring = rows.map(position);
    return featureOf({}, { type: 'Polygon', coordinates: [[...ring, ring[0]]] });
  });
}

function countryBorders(): Feature[] {
  const topology = atlas('countries-10m.json');
  const borders = mesh(topology, topology.objects.countries, (one, other) => one !== other);
  return borders.coordinates
    .flatMap((line) => clipLine({ line, rectangle: KOREA_TO_ITS_BORDER }))
    .map((line) => lineOf({ kind: 'country' }, roundLine(line, 3)));
}

/** Returns the province borders of Natural Earth (1:10m, Admin 1). */
function provinceBorders(): Feature {
  const borders: Feature['geometry'] = JSON.parse(
    readFileSync(new URL('province-borders.json', import.meta.url), 'utf8'),
  );
  return featureOf({ kind: 'province' }, borders);
}

function waters(): Feature[] {
  return runs({ file: 'waters.csv', key: 'water' }).map(({ name, rows }) =>
    lineOf(
      { kind: 'water', name, metres: Number(rows[0]?.metres), detail: rows[0]?.detail ?? '' },
      roundLine(smooth(rows.map(position)), 4),
    ),
  );
}

/** Splits each line where stations are far apart, because the line between them is approximate. */
function railways(): Feature[] {
  return runs({ file: 'railways.csv', key: 'line' }).flatMap(({ name, rows }) =>
    splitByGap({ points: rows.map(position), gap: APPROXIMATE_GAP_DEGREES }).map(({ line, isGap }) =>
      lineOf({ kind: 'railway', name, detail: isGap ? 'coarse' : 'fine' }, roundLine(line, 4)),
    ),
  );
}

/**
 * Returns parks, peaks and lakes. They are drawn as discs, because only their approximate position and size are known.
 */
function greensAndLakes(): Feature[] {
  return table('places.csv')
    .filter(({ metres }) => metres)
    .map((row) => {
      const metres = Number(row.metres);
      const ring = roundLine(
        disc({ centre: position(row), metres: OPAQUE_SHARE * metres }),
        metres > PRECISE_DISC_METRES ? 3 : 4,
      );
      return featureOf({ kind: row.kind ?? '', metres }, { type: 'Polygon', coordinates: [ring] });
    });
}

function places(): Feature[] {
  return table('places.csv').map((row) =>
    pointOf({ kind: row.kind ?? '', name: row.name ?? '' }, position(row)),
  );
}

/** Returns every station once. The map shows stations with more `lines` first. */
function stations(): Feature[] {
  const drawnStations: { name: string; at: Position; lines: Set<string> }[] = [];
  for (const row of table('railways.csv').filter(({ station }) => station)) {
    const at = position(row);
    const same = drawnStations.find(
      (station) => station.name === row.station && degreesApart(station.at, at) < SAME_STATION_DEGREES,
    );
    if (same) same.lines.add(row.line ?? '');
    else drawnStations.push({ name: row.station ?? '', at, lines: new Set([row.line ?? '']) });
  }
  const features = drawnStations.map(({ name, at, lines }) =>
    pointOf({ kind: 'station', name: stationName(name), lines: lines.size }, at),
  );
  return [...features, ...searchedStations(drawnStations)];
}

/**
 * Returns the stations of the place search that are on no line of the map. A renamed station has two names; only the
 * name on the map is used.
 */
function searchedStations(drawn: readonly { name: string; at: Position }[]): Feature[] {
  return STATIONS_OF_SEARCH.map(({ name, lat, lng }) => ({
    name: stationName(name),
    at: [lng, lat] as Position,
  }))
    .filter(({ name, at }, index, all) => {
      const otherStations = [...drawn, ...all.slice(0, index)];
      return !otherStations.some(
        (other) =>
          (stationName(other.name) === name && degreesApart(other.at, at) < SAME_STATION_OF_SEARCH_DEGREES) ||
          degreesApart(other.at, at) < RENAMED_STATION_DEGREES,
      );
    })
    .map(({ name, at }) => pointOf({ kind: 'station', name, lines: 1 }, at));
}

function stationName(name: string): string {
  return name.endsWith('역') ? name : `${name}역`;
}

/** Returns the difference in longitude or in latitude, whichever is larger. */
function degreesApart(one: Position, other: Position): number {
  return Math.max(Math.abs((one[0] ?? 0) - (other[0] ?? 0)), Math.abs((one[1] ?? 0) - (other[1] ?? 0)));
}

type Row = Record<string, string>;

/** Reads a CSV file. No value contains a comma, so splitting the lines at commas suffices. */
function table(file: string): Row[] {
  const [header = '', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const names = header.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])),
  );
}

/**
 * Groups consecutive rows with the same value in the column `key`. Each group contains the points of one line, in
 * order.
 */
function runs({ file, key }: { file: string; key: string }): { name: string; rows: Row[] }[] {
  const groups: { name: string; rows: Row[] }[] = [];
  for (const row of table(file)) {
    const name = row[key] ?? '';
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  return groups;
}

function position(row: Row): Position {
  return [Number(row.lng), Number(row.lat)];
}

type Feature = {
  type: 'Feature';
  properties: Record<string, string | number>;
  geometry: { type: 'Point' | 'LineString' | 'MultiLineString' | 'Polygon'; coordinates: unknown[] };
};

function featureOf(properties: Feature['properties'], geometry: Feature['geometry']): Feature {
  return { type: 'Feature', properties, geometry };
}

function pointOf(properties: Feature['properties'], at: Position): Feature {
  return featureOf(properties, { type: 'Point', coordinates: at });
}

function lineOf(properties: Feature['properties'], line: Position[]): Feature {
  return featureOf(properties, { type: 'LineString', coordinates: line });
}

function write(file: string, features: Feature[]): void {
  const lines = features.map((each) => JSON.stringify(each)).join(',\n');
  const text = `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`;
  writeFileSync(new URL(file, OUTPUT), text);
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(
    `${file}: ${features.length} features, ${kilobytes(Buffer.byteLength(text))}, ${kilobytes(gzipSync(text).length)} gzipped`,
  );
}
