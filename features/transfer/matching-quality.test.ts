import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePlaces } from '#features/places/server/import/generated-places.test-factory.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { seedPlaces, type TestPlace } from '#features/places/server/places.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { matchPlace, searchesFor } from './matching.rules.ts';
import { PASTE_FORMATS, type SharedPlace } from './paste-formats.test-factory.ts';
import { type PastedPlace, parsePastedText } from './pasted-text.rules.ts';
import { FORWARDED_TEXTS, OTHERS_OF_FORWARDED } from './texts/forwarded-texts.test-factory.ts';
import { OTHER_PLACES, WRITTEN_TEXTS } from './texts/written-texts.test-factory.ts';

/** Places with the spelling of the register. The test pastes them in the shorter spelling of the apps. */
const rows = [...makePlaces({ count: 4000, seed: 7, closedShare: 0.3 })].map((place, at) => ({
  placeId: `made:${at}`,
  shared: {
    name: place.name,
    address: `${place.province.replace(/(통합특별|특별|광역|특별자치)시$/, '')} ${place.district} ${place.road} ${place.number} 1층`,
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

/** The places of the texts that people write, and other places of the same names. */
const written = [...WRITTEN_TEXTS, ...FORWARDED_TEXTS].flatMap(({ places }) => places);
const others = [...OTHER_PLACES, ...OTHERS_OF_FORWARDED];

let opened: TestDatabase;
let index: ReturnType<typeof localIndex>;
beforeAll(async () => {
  opened = await createTestDatabase({ max: 4 });
  await seedPlaces(opened.database, [
    ...indexed.map(({ placeId, row }): TestPlace => ({ placeId, ...row })),
    ...written.map(([name, , address], at): TestPlace => ({ placeId: `written:${at}`, name, address })),
    ...others.map(([name, address], at): TestPlace => ({ placeId: `other:${at}`, name, address })),
  ]);
  index = localIndex(opened.database);
});
afterAll(() => opened.close());

async function matchOf(text: string) {
  const [place] = parsePastedText(text).places;
  if (!place) throw new Error(`no place in ${text}`);
  return matchOfPlace(place);
}

/** Runs the searches one after another until the match is certain, as the screen does. */
async function matchOfPlace(place: PastedPlace) {
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
  for (const { text } of withAddress) {
    expect(await count(missing, text)).toMatchObject({ right: 0, wrong: [] });
  }
});

it('주소가 없으면 이름이 하나뿐인 집만 고르고, 나머지는 내놓는다', async () => {
  const counts = await count(open, google!.text);
  expect(counts.wrong).toEqual([]);
  expect(counts.right + counts.offered, JSON.stringify(counts)).toBe(open.length);
});

it.each([
  ['적는', WRITTEN_TEXTS],
  ['옮겨 적은', FORWARDED_TEXTS],
] as const)('사람들이 %s 글에서 확실한 곳만 고르고, 틀린 곳은 고르지 않는다', async (_, texts) => {
  const counts = { places: texts.flatMap((each) => each.places).length, found: 0, right: 0, offered: 0 };
  const wrong: string[] = [];
  for (const { text, places } of texts) {
    for (const read of parsePastedText(text).places) {
      const expected = places.find(([name, address]) => read.name === name && read.address === address);
      const placeId = `written:${expected ? written.indexOf(expected) : '?'}`;
      const match = await matchOfPlace(read);
      if (expected) counts.found++;
      if (match.state === 'certain' && match.candidate.placeId === placeId) counts.right++;
      else if (match.state === 'certain') wrong.push(`${read.name} → ${match.candidate.address}`);
      else if (match.state === 'choose') {
        if (match.candidates.some((each) => each.placeId === placeId)) counts.offered++;
      }
    }
  }
  console.info(JSON.stringify(counts));
  expect(wrong).toEqual([]);
  expect(counts.found / counts.places, JSON.stringify(counts)).toBeGreaterThanOrEqual(0.95);
  expect(counts.right / counts.places, JSON.stringify(counts)).toBeGreaterThanOrEqual(0.7);
});
