/**
 * Measures the relevance of the search for each way of typing: hit@1, hit@5 and mean reciprocal rank. A search for
 * Uses a generated register, and also real places if a file is given.
 * Searches start in Seoul, in Busan and without a location.
 *
 *     node bench/places-relevance.ts [--rows 300000] [--real places.json] [--seed 1] [--misses]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { guessCategory } from '#features/places/categories.rules.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { verdict } from './compare.ts';
import { importGeneratedRegister, table } from './places-database.ts';
import { type RelevanceCase, type RelevanceClass, relevanceClasses, type Target } from './relevance-cases.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '300000' },
    real: { type: 'string' },
    seed: { type: 'string', default: '1' },
    made: { type: 'string', default: '40' },
    misses: { type: 'boolean', default: false },
  },
});

const share = (ranks: readonly number[], within: number) =>
  ranks.length === 0 ? 1 : ranks.filter((rank) => rank <= within).length / ranks.length;

const figures = (ranks: readonly number[]) => [
  `${(100 * share(ranks, 1)).toFixed(0)} %`,
  `${(100 * share(ranks, 5)).toFixed(0)} %`,
  (ranks.reduce((sum, rank) => sum + 1 / rank, 0) / Math.max(1, ranks.length)).toFixed(2),
];

const folder = path.resolve(process.env.BENCH_DIR ?? 'data/bench', `relevance-${options.rows}`);
const opened = await openConfiguredDatabase({
  settings: { DATA_DIR: folder, DATABASE_URL: undefined },
  log: { info: () => {}, warn: console.error },
});
const { database } = opened;
try {
  await importGeneratedRegister({ ...opened, rows: Number(options.rows), folder });
  const targets = [...(await realTargets()), ...(await madeTargets())];
  const classes = [...relevanceClasses(targets, Number(options.seed)), regionAndKind()];
  const rows: (string | number)[][] = [];
  const short: string[] = [];
  const walls: number[] = [];
  for (const { name, cases } of classes) {
    const ranks = await ranksOf(cases, walls);
    rows.push([name, cases.length, ...figures(ranks)]);
    const [first, five] = [share(ranks, 1), share(ranks, 5)];
    const target = /^mistake|omanisation|^English/.test(name) ? 0.9 : 0.95;
    if (five < target || (name.startsWith('exact') && first < 0.98))
      short.push(`${name} (${(100 * five).toFixed(0)} %)`);
    if (options.misses)
      for (const [at, rank] of ranks.entries())
        if (5 < rank) console.log(`${name}: ${cases[at]?.typed} (${cases[at]?.near?.lat ?? 'nowhere'})`);
  }
  console.log(
    `## Relevance in ${Number(options.rows).toLocaleString('en-US')} rows and ${targets.length} targets\n`,
  );
  console.log(table(['typed', 'cases', 'hit@1', 'hit@5', 'MRR'], rows));
  const sorted = walls.toSorted((a, b) => a - b);
  console.log(
    `\n${verdict('every class at its target', short.length === 0)}${short.length > 0 ? `: short are ${short.join(', ')}` : ''}; ` +
      `median ${sorted[sorted.length >> 1]?.toFixed(1)} ms, p99 ${sorted[Math.floor(0.99 * sorted.length)]?.toFixed(1)} ms`,
  );
} finally {
  await opened.close();
}

type RealPlace = {
  googlePlaceId: string;
  name: string;
  nameEn: string;
  cuisine: string;
  address: string;
  dong: string;
  district: string;
  lat: number;
  lng: number;
};

async function realTargets(): Promise<Target[]> {
  if (options.real === undefined) return [];
  const places: RealPlace[] = JSON.parse(readFileSync(options.real, 'utf8'));
  const targets = places.map((place) => ({
    ...place,
    placeId: place.googlePlaceId,
    address: place.address.replace(/^대한민국 /, ''),
    lot: /(로|길) \d/.test(place.address) ? '' : place.address,
  }));
  await seedPlaces(
    database,
    targets.map(({ placeId, name, address, dong, lat, lng, cuisine }) => ({
      placeId,
      name,
      address: `${address} (${dong})`,
      lat,
      lng,
      kind: cuisine,
      categoryId: guessCategory({ name: `${name} ${cuisine}`, kind: null }),
    })),
  );
  return targets;
}

/** Returns open places of the register with a unique name, spread over the country. */
async function madeTargets(): Promise<Target[]> {
  const { rows } = await sql<{
    place_id: string;
    name: string;
    address: string;
    lot_address: string;
    kind: string | null;
    lat: number;
    lng: number;
  }>`
    select min(place_id) as place_id, min(name) as name, min(address) as address, min(lot_address) as lot_address,
      min(kind) as kind, min(lat) as lat, min(lng) as lng
    from places where business_status = 'operational' and lat is not null and name ~ '^[가-힣 ]{3,9}$'
      and place_id like 'kr:%'
    group by replace(name, ' ', '') having count(*) = 1
    order by md5(min(name) || ${options.seed}) limit ${Number(options.made)}`.execute(database);
  return rows.map((row) => {
    const [province = '', district = ''] = row.address.split(' ');
    return {
      placeId: row.place_id,
      name: row.name,
      nameEn: '',
      cuisine: (row.kind ?? '').replace(/\(.*$/, '') || '한식',
      address: row.address.replace(/,? *\d*층? *\(.*$/, ''),
      lot: row.lot_address.replace(/번지$/, ''),
      dong: /\(([^)]+)\)$/.exec(row.address)?.[1] ?? district,
      district: /[시군구]$/.test(district) ? district : province,
      lat: row.lat,
      lng: row.lng,
    };
  });
}

/** Returns searches for a kind of food in a region. Every place of that kind in that region is a correct result. */
function regionAndKind(): RelevanceClass {
  const regions: [string, RegExp][] = [
    ['성수', /성동구/],
    ['강남역', /강남구|서초구/],
    ['홍대', /마포구|서대문구/],
    ['부산 서면', /부산/],
    ['제주', /제주/],
    ['서울 강남구', /강남구/],
    ['해운대', /해운대|부산/],
    ['전주', /전주|완주|전북/],
  ];
  const kinds: [string, string[]][] = [
    ['파스타', ['western']],
    ['카페', ['cafe']],
    ['이자카야', ['japanese', 'bar']],
    ['국밥', ['soup']],
    ['고깃집', ['grill']],
    ['초밥', ['japanese']],
  ];
  return {
    name: 'region and kind of food',
    cases: regions.flatMap(([region, where]) =>
      kinds.map(([kind, categories]) => ({
        typed: `${region} ${kind}`,
        near: { lat: 37.5665, lng: 126.978 },
        isAnswer: ({ name, address, categoryId }) =>
          where.test(address) && (categories.includes(categoryId ?? '') || name.includes(kind)),
      })),
    ),
  };
}

/** Returns the rank of the first correct result in each case; Infinity if there is none. */
async function ranksOf(cases: readonly RelevanceCase[], walls: number[]): Promise<number[]> {
  const places = localIndex(database);
  const ranks: number[] = [];
  for (const { typed, near, isAnswer } of cases) {
    const began = performance.now();
    const found = await places.autocomplete({ query: typed, near });
    walls.push(performance.now() - began);
    const at = found.findIndex(isAnswer);
    ranks.push(at === -1 ? Infinity : at + 1);
  }
  return ranks;
}
