import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn, KOREA } from '#common/dates.ts';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { ListFileFormat } from './export.contract.ts';
import type { FileSource } from './files/file-place.ts';
import { readFiles } from './files/read-files.ts';
import { fileOf, inCp949, nodeCp949, zipOf } from './files/read-files.test-factory.ts';
import { IMPORT_ROWS_MAXIMUM } from './imports.contract.ts';
import { type NewRow, rowOfFile, rowOfPasted } from './new-rows.ts';
import { parsePastedText } from './pasted-text.rules.ts';
import { importsOf, paidMember } from './server/imports.test-factory.ts';

/** The places of one person. */
type Place = { name: string; address: string; lat: number; lng: number };

const feature = ({ name, lat, lng }: Place, properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { name, ...properties },
});
const collection = (features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const takeoutCsv = (places: Place[]) =>
  `Title,Note,URL,Tags,Comment\r\n,,,,\r\n${places.map(({ name }) => `${name},,https://www.google.com/maps/place/x/data=!4m2,,\r\n`).join('')}`;
const kml = (places: Place[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>여행</name>${places
    .map(
      ({ name, lat, lng }) =>
        `<Placemark><name>${name}</name><Point><coordinates>${lng},${lat},0</coordinates></Point></Placemark>`,
    )
    .join('')}</Folder></Document></kml>`;
const gpx = (places: Place[]) =>
  `<gpx version="1.1">${places.map(({ name, lat, lng }) => `<wpt lat="${lat}" lon="${lng}"><name>${name}</name></wpt>`).join('')}</gpx>`;
const oldStarred = (places: Place[]) =>
  collection(
    places.map((place) =>
      feature(place, {
        Title: place.name,
        Location: { Address: `대한민국 ${place.address}`, 'Business Name': place.name, 'Country Code': 'KR' },
      }),
    ),
  );
const starred = (places: Place[]) =>
  collection(
    places.map(({ name, address }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [0, 0] },
      properties: { google_maps_url: 'http://maps.google.com/?cid=1', location: { name, address } },
    })),
  );
const chat = (places: Place[]) =>
  places
    .map(
      ({ name, address }, at) =>
        `[민지] [오후 5:3${at}] [네이버지도]\n${name}\n${address}\nhttps://naver.me/abcdefg${at}\n[은조] [오후 5:4${at}] 좋아\n`,
    )
    .join('');

const read = (files: FileSource[], columns = {}) =>
  readFiles({ limit: IMPORT_ROWS_MAXIMUM, files, cp949: nodeCp949, mappingOf: () => columns });
const rowsOf = async (...files: FileSource[]): Promise<NewRow[]> => (await read(files)).places.map(rowOfFile);

const SOURCES: Record<string, (places: Place[]) => Promise<NewRow[]>> = {
  'Google 테이크아웃의 저장 목록': (places) => rowsOf(fileOf('데이트.csv', takeoutCsv(places))),
  '별표한 장소, 옛 모양': (places) => rowsOf(fileOf('Saved Places.json', oldStarred(places))),
  '별표한 장소, 새 모양': (places) => rowsOf(fileOf('저장한 장소.json', starred(places))),
  '테이크아웃 ZIP': (places) =>
    rowsOf(
      fileOf(
        'takeout.zip',
        zipOf({ 'Takeout/저장됨/데이트.csv': takeoutCsv(places), 'Takeout/a.html': '<p>' }),
      ),
    ),
  KML: (places) => rowsOf(fileOf('지도.kml', kml(places))),
  KMZ: (places) => rowsOf(fileOf('지도.kmz', zipOf({ 'doc.kml': kml(places) }))),
  GPX: (places) => rowsOf(fileOf('지도.gpx', gpx(places))),
  GeoJSON: (places) =>
    rowsOf(fileOf('지도.geojson', collection(places.map((place) => feature(place, { note: '메모' }))))),
  '열 이름이 낯선 CP949 표': async (places) => {
    const table = `무엇;어디\r\n${places.map(({ name, address }) => `${name};${address}`).join('\r\n')}`;
    return (await read([fileOf('표.csv', inCp949(table))], { name: 0, address: 1 })).places.map(rowOfFile);
  },
  '카카오톡 대화 파일': (places) => rowsOf(fileOf('KakaoTalkChats.txt', chat(places))),
  '붙여넣은 글': async (places) =>
    parsePastedText(chat(places)).places.map((place) => rowOfPasted(place, undefined)),
};

const EACH = 3;
const places = Array.from({ length: EACH * Object.keys(SOURCES).length }, (_, at) => ({
  name: `${'가나다라마바사아자차카타파하'[at % 14]}${'온달솔별담'[at % 5]}${'국밥 면옥 식당 횟집'.split(' ')[at % 4]}`,
  address: `서울특별시 중구 을지로 ${at + 1}`,
  lat: 37.5 + at / 1000,
  lng: 127,
}));

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
  await seedPlaces(
    on.database,
    places.map((place, at) => ({ placeId: `made:${at}`, ...place })),
  );
});
afterAll(() => on.close());

/** Matches, reviews and saves rows as the screen does. Returns the number of rows in each state. */
async function importRows(member: TestMember, rows: NewRow[]): Promise<Record<string, number>> {
  const imports = importsOf(on, member);
  const { id } = await imports.add(rows);
  await imports.match(id);
  const matched = await imports.rows(id);
  const unsure = matched.filter(({ match }) => match?.state === 'choose');
  for (const { position, match } of unsure)
    await imports.change(id, [{ position, choice: { from: 'maps', place: match?.candidates[0] } }]);
  await imports.save(
    id,
    matched.map(({ position }) => position),
  );
  await on.jobs.runDue();
  await imports.send('DELETE', `/${id}`);
  const states = matched.map(({ match }) => match?.state ?? '');
  return Object.fromEntries(
    [...new Set(states)].map((state) => [state, states.filter((each) => each === state).length]),
  );
}

const facts = ({ linkedAt, visitedAt, lastModifiedByUserAt: _, ...record }: MyRestaurant) => ({
  ...record,
  savedOn: dayIn(KOREA, linkedAt),
  visitedOn: visitedAt === null ? null : dayIn(KOREA, visitedAt),
});
const listed = async (member: TestMember) =>
  (await listOf(on.app, member).now()).restaurants.map(facts).toSorted((a, b) => a.id.localeCompare(b.id));

test.each(Object.entries(SOURCES))(
  '%s: 가져오고, 내보내고, 다른 계정에서 그대로 되살린다',
  async (name, source) => {
    const at = Object.keys(SOURCES).indexOf(name);
    const mine = places.slice(at * EACH, at * EACH + EACH);
    const rows = await source(mine);
    const member = await paidMember(on);
    await importRows(member, rows);
    expect(new Set((await listed(member)).map((each) => each.name))).toEqual(
      new Set(mine.map((place) => place.name)),
    );
    // Imports the same source again. This must add nothing.
    await importRows(member, rows);
    expect(await listed(member)).toHaveLength(EACH);

    await listOf(on.app, member).change(`made:${at * EACH}`, {
      status: '방문 완료',
      rating: 4.5,
      review: '국물이\n맑아요, "꼭" 가요',
      customTags: ['단골', '비 오는 날'],
      sourceKind: 'tv',
      isShared: true,
    });
    await on.database
      .updateTable('my_restaurants')
      .set({ linked_at: new Date('2024-03-05T01:02:03.456Z'), visited_at: new Date('2024-04-01T20:00:00Z') })
      .where('user_id', '=', member.userId)
      .where('restaurant_id', '=', `made:${at * EACH}`)
      .execute();
    const format = ListFileFormat.options[at % 4] ?? 'csv';
    const file = await on.app.inject({
      method: 'GET',
      url: `/api/my-restaurants/export?format=${format}`,
      headers: member.headers,
    });
    const other = await paidMember(on);
    const exported = await rowsOf(fileOf(`momokzi.${format}`, file.rawPayload));
    expect(await importRows(other, exported)).toEqual({ certain: EACH });
    expect(await listed(other)).toEqual(await listed(member));
    expect(await importRows(member, exported)).toEqual({ saved: EACH });
  },
);
