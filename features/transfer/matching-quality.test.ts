import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePlaces } from '../../bench/generated-places.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { localIndex } from '#features/places/server/local-index.ts';
import { seedPlaces, type TestPlace } from '#features/places/server/places.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { matchPlace, searchesFor } from './matching.rules.ts';
import { PASTE_FORMATS, type SharedPlace } from './paste-formats.test-factory.ts';
import { parsePastedText } from './pasted-text.rules.ts';

/** Places with the spelling of the register. The test pastes them in the shorter spelling of the apps. */
const rows = [...makePlaces({ count: 4000, seed: 7, closedShare: 0.3 })].map((place, at) => ({
  placeId: `made:${at}`,
  shared: {
    name: place.name,
    address: `${place.province.replace(/(특별|광역|특별자치)시$/, '')} ${place.district} ${place.road} ${place.number} 1층`,
  },
  row: {
    name: place.name,
    address: `${place.province} ${place.district} ${place.road} ${place.number}, 1층 (${place.dong})`,
    lat: place.lat,
    lng: place.lng,
    businessStatus: place.isClosed ? ('closed_permanently' as const) : ('operational' as const),
  },
}));
/** Every third place is missing from the index, but its neighbours and places of the same name are in it. */
const indexed = rows.filter((_, at) => at % 3 !== 0);
const missing = rows.filter((_, at) => at % 3 === 0).slice(0, 40);
const open = indexed.filter(({ row }) => row.businessStatus === 'operational').slice(0, 100);

const REAL = new URL('../../../shared/data/real-places.json', import.meta.url);
const real = existsSync(REAL)
  ? (JSON.parse(readFileSync(REAL, 'utf8')) as (SharedPlace & { lat: number; lng: number })[])
  : [];

let opened: TestDatabase;
let index: ReturnType<typeof localIndex>;
beforeAll(async () => {
  opened = await createTestDatabase({ max: 4 });
  await seedPlaces(opened.database, [
    ...indexed.map(({ placeId, row }): TestPlace => ({ placeId, ...row })),
    ...real.map(({ name, address, lat, lng }): TestPlace => ({
      placeId: `real:${name}`,
      name,
      address,
      lat,
      lng,
    })),
  ]);
  index = localIndex(opened.database);
}, 60_000);
afterAll(() => opened.close());

/** Runs the searches one after another until the match is certain, as the screen does. */
async function matchOf(text: string) {
  const [place] = parsePastedText(text).places;
  if (!place) throw new Error(`no place in ${text}`);
  const candidates = new Map<string, PlaceSuggestion>();
  for (const query of searchesFor(place)) {
    for (const found of await index.autocomplete({ query })) candidates.set(found.placeId, found);
    const match = matchPlace({ place, candidates: [...candidates.values()], saved: [] });
    if (match.state === 'certain') return match;
  }
  return matchPlace({ place, candidates: [...candidates.values()], saved: [] });
}

type Count = { right: number; offered: number; notFound: number; wrong: string[] };

async function count(
  places: readonly { placeId: string; shared: SharedPlace }[],
  text: (place: SharedPlace) => string,
) {
  const counts: Count = { right: 0, offered: 0, notFound: 0, wrong: [] };
  for (const { placeId, shared } of places) {
    const match = await matchOf(text(shared));
    if (match.state === 'certain') {
      if (match.candidate.placeId === placeId) counts.right++;
      else counts.wrong.push(`${shared.name} → ${match.candidate.name} ${match.candidate.address}`);
    } else if (match.state === 'choose' && match.candidates.some((each) => each.placeId === placeId))
      counts.offered++;
    else counts.notFound++;
  }
  return counts;
}

const withAddress = PASTE_FORMATS.filter(({ hasAddress }) => hasAddress);
const [google] = PASTE_FORMATS.filter(({ hasAddress }) => !hasAddress);

it.each(withAddress)(
  '대장의 열린 집은 95% 넘게 스스로 찾고, 틀린 집을 고르지 않는다: $name',
  async ({ text }) => {
    const counts = await count(open, text);
    expect(counts.wrong).toEqual([]);
    expect(counts.right / open.length, JSON.stringify(counts)).toBeGreaterThanOrEqual(0.95);
  },
);

it('색인에 없는 집을 다른 집으로 여기지 않는다', async () => {
  for (const { text } of PASTE_FORMATS) {
    expect(await count(missing, text)).toMatchObject({ right: 0, wrong: [] });
  }
});

it('주소가 없으면 스스로 고르지 않고 내놓는다', async () => {
  const counts = await count(open, google!.text);
  expect(counts).toMatchObject({ right: 0, wrong: [] });
});

it.skipIf(real.length === 0).each(PASTE_FORMATS)('실제 식당 쉰 곳: $name', async ({ text, hasAddress }) => {
  const places = real.map(({ name, address }) => ({ placeId: `real:${name}`, shared: { name, address } }));
  const counts = await count(places, text);
  expect(counts.wrong).toEqual([]);
  expect(
    (counts.right + (hasAddress ? 0 : counts.offered)) / real.length,
    JSON.stringify(counts),
  ).toBeGreaterThanOrEqual(0.95);
});
