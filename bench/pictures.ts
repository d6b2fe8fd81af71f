/**
 * Finds places in pictures. Draws captions, pages and signboards in twelve styles, reads them in the browser with the
 * built worker, and searches for the text. If a file with real places is given, they are drawn; otherwise the examples
 * are drawn. Requires a build.
 *
 *     node bench/pictures.ts [--real places.json] [--rows 30000] [--seed 1] [--misses]
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { localIndex } from '#features/places/server/local-index.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import {
  pictureCandidates,
  picturedPlaceOf,
  searchesForPictured,
} from '#features/transfer/pictures/pictured-place.rules.ts';
import type { RecognisedLine } from '#features/transfer/pictures/recognised-lines.rules.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { openBrowser } from './bench-browser.ts';
import { verdict } from './compare.ts';
import { makePlaces, randomFrom } from './generated-places.ts';
import { drawPictures, type Picture, type PicturedPlace } from './picture-styles.ts';
import { percentile, table } from './places-database.ts';

const { values: options } = parseArgs({
  options: {
    real: { type: 'string' },
    rows: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'boolean', default: false },
  },
});

const web = path.resolve('dist/web');
const worker = readdirSync(path.join(web, 'assets')).find((file) =>
  /^recognition\.wasm-worker-.*\.js$/.test(file),
);
if (worker === undefined) throw new Error('Run npm run build first.');
/** Assumed ratio of the time on a phone to the time on this machine. */
const SLOWER = 4;

type Target = PicturedPlace & { placeId: string; lat: number; lng: number; full: string };
const targets = readTargets();

const folder = path.resolve(process.env.BENCH_DIR ?? 'data/bench', `pictures-${options.rows}`);
mkdirSync(folder, { recursive: true });
const opened = await openConfiguredDatabase({
  settings: { DATA_DIR: folder, DATABASE_URL: undefined },
  log: { info: () => {}, warn: console.error },
});
const server = createServer((request, response) => {
  const file = path.join(web, 'assets', path.basename(request.url ?? '/'));
  const isFile = existsSync(file) && request.url !== '/';
  response.setHeader(
    'content-type',
    file.endsWith('.js') ? 'text/javascript' : isFile ? 'application/octet-stream' : 'text/html',
  );
  response.end(isFile ? readFileSync(file) : '<!doctype html>');
}).listen(0, '127.0.0.1');
const browser = await openBrowser();
try {
  await seed();
  const random = randomFrom(Number(options.seed));
  const pictures = await drawPictures({
    page: await browser.newPage(),
    places: shuffled(targets, random),
    random,
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await report(pictures, page);
} finally {
  await browser.close();
  server.close();
  await opened.close();
}

async function report(pictures: readonly Picture[], page: Page): Promise<void> {
  const index = localIndex(opened.database);
  // The first picture is not measured, because reading it also loads the worker and the model.
  await read(page, pictures[0] as Picture);
  const styles = new Map<string, { first: number; three: number; count: number; times: number[] }>();
  let searches = 0;
  for (const picture of pictures) {
    const { lines, milliseconds } = await read(page, picture);
    const pictured = lines.length > 0 ? picturedPlaceOf(lines) : { names: [], address: '', phoneNumber: '' };
    const found = new Map<string, PlaceSuggestion>();
    for (const query of searchesForPictured(pictured)) {
      searches++;
      for (const place of await index.autocomplete({ query })) found.set(place.placeId, place);
    }
    const candidates = pictureCandidates({ pictured, found: [...found.values()] });
    const target = targets.find(
      ({ name, address }) => name === picture.place.name && address === picture.place.address,
    );
    const rank = candidates.findIndex(({ placeId }) => placeId === target?.placeId);
    const style = styles.get(picture.style) ?? { first: 0, three: 0, count: 0, times: [] };
    styles.set(picture.style, style);
    style.count++;
    style.times.push(milliseconds);
    if (rank === 0) style.first++;
    if (rank >= 0) style.three++;
    else if (options.misses)
      console.log(
        `${picture.style}: ${picture.place.name}, ${picture.place.address}; read ${JSON.stringify(pictured)}`,
      );
  }
  const all = [...styles.values()];
  const total = (of: 'first' | 'three' | 'count') => all.reduce((sum, style) => sum + style[of], 0);
  const times = all.flatMap((style) => style.times);
  const seconds = (milliseconds: number) => ((SLOWER * milliseconds) / 1000).toFixed(1);
  const row = (name: string, first: number, three: number, count: number, of: readonly number[]) => [
    name,
    `${first}`,
    `${three}`,
    `${count}`,
    seconds(percentile(of, 0.5)),
    seconds(Math.max(...of)),
  ];
  console.log(
    table(
      ['style', 'first', 'among three', 'pictures', `median s (${SLOWER} × measured)`, 'slowest'],
      [
        ...[...styles].map(([name, { first, three, count, times: own }]) =>
          row(name, first, three, count, own),
        ),
        row('all', total('first'), total('three'), total('count'), times),
      ],
    ),
  );
  const share = total('three') / total('count');
  const inTime = times.filter((each) => SLOWER * each <= 3000).length;
  console.log(
    `\n${verdict('the right place among three in 80 %', share >= 0.8, { name: 'pictures: right place among three', value: share })}: ${(100 * share).toFixed(0)} %`,
  );
  console.log(
    `${verdict('each picture within 3 s', inTime === times.length, { name: 'pictures: in time', value: inTime })}: ${inTime} of ${times.length}`,
  );
  console.log(`${(searches / total('count')).toFixed(1)} searches per picture`);
}

type Reading = { lines: RecognisedLine[]; milliseconds: number };

/** Scales the picture as the product does and reads it in the worker. The time excludes decoding the file. */
function read(page: Page, { bytes, type }: Picture): Promise<Reading> {
  return page.evaluate<Reading>(`(async () => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: '${type}' }));
    const scale = Math.min(1, Math.sqrt(900000 / (picture.width * picture.height)));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const worker = (window.worker ??= new Worker('/assets/${worker}', { type: 'module' }));
    const start = performance.now();
    return new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data: report }) => {
        if (report.kind === 'failed') reject(new Error(report.problem));
        if (report.kind === 'done') resolve({ lines: report.lines, milliseconds: performance.now() - start });
      };
      worker.postMessage({ data: data.buffer, width, height });
    });
  })()`);
}

/** Returns the places to draw. Their addresses are shortened, as apps and captions show them. */
function readTargets(): Target[] {
  const examples = path.resolve('features/places/server/examples/example-places.json');
  type Example = {
    id: number;
    name: string;
    address: string;
    kind: string;
    phoneNumber: string;
    lat: number;
    lng: number;
  };
  type Real = { name: string; address: string; cuisine: string; phone?: string; lat: number; lng: number };
  const made = (JSON.parse(readFileSync(examples, 'utf8')) as Example[])
    .slice(0, 60)
    .map(({ kind, phoneNumber, ...place }) => ({
      ...place,
      placeId: `example:${place.id}`,
      cuisine: kind,
      phone: phoneNumber,
      full: place.address,
    }));
  const real = options.real === undefined ? [] : (JSON.parse(readFileSync(options.real, 'utf8')) as Real[]);
  return [
    ...real.map((place) => ({
      ...place,
      placeId: `real:${place.name}`,
      full: place.address,
      phone: place.phone?.replace('+82 ', '0') ?? '02-123-4567',
    })),
    ...made,
  ]
    .slice(0, 60)
    .map((target) => ({
      ...target,
      address: target.full
        .replace(/^대한민국 /, '')
        .replace(/(특별|광역)시/, '')
        .replace(/ *\(.*/, ''),
    }));
}

async function seed(): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from places`.execute(
    opened.database,
  );
  if (0 === (rows[0]?.count ?? 0)) {
    const made = [...makePlaces({ count: Number(options.rows), seed: 7, closedShare: 0.3 })];
    await seedPlaces(
      opened.database,
      made.map((place, at) => ({
        placeId: `made:${at}`,
        name: place.name,
        address: `${place.province} ${place.district} ${place.road} ${place.number}, 1층 (${place.dong})`,
        lat: place.lat,
        lng: place.lng,
        businessStatus: place.isClosed ? 'closed_permanently' : 'operational',
      })),
    );
  }
  await seedPlaces(
    opened.database,
    targets.map(({ placeId, name, full, cuisine, lat, lng }) => ({
      placeId,
      name,
      address: full,
      kind: cuisine,
      lat,
      lng,
    })),
  );
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
