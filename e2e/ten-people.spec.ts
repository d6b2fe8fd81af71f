import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from './support/test.ts';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { addPlace, savedRestaurants, signUp, somePlaces } from './support/member.ts';
import { openScreen } from './support/pages.ts';

type Place = { placeId: string; name: string; address: string; coordinates: { lat: number; lng: number } };
type File = { name: string; content: string | Uint8Array };

const kmlOf = (places: readonly Place[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>여행</name>${places
    .map(
      ({ name, coordinates: { lat, lng } }) =>
        `<Placemark><name><![CDATA[${name}]]></name><Point><coordinates>${lng},${lat},0</coordinates></Point></Placemark>`,
    )
    .join('')}</Folder></Document></kml>`;
const geojsonOf = (places: readonly Place[], properties: (place: Place) => object) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: places.map((place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [place.coordinates.lng, place.coordinates.lat] },
      properties: properties(place),
    })),
  });
const starred = (places: readonly Place[]) =>
  geojsonOf(places, ({ name, address }) => ({
    google_maps_url: 'http://maps.google.com/?cid=1',
    location: { address, country_code: 'KR', name },
  }));
const shared = (places: readonly Place[]) =>
  places
    .map(({ name, address }, at) => `[네이버지도]\n${name}\n${address}\nhttps://naver.me/abcdefg${at}`)
    .join('\n');
const chat = (places: readonly Place[]) =>
  places.map((place, at) => `[민지] [오후 5:${10 + at}] ${shared([place])}`).join('\n');

const FILES: Record<string, (places: readonly Place[]) => File> = {
  '테이크아웃 ZIP': (places) => ({
    name: 'takeout.zip',
    content: zipSync({
      'Takeout/archive_browser.html': strToU8('<html>'),
      'Takeout/지도(내 장소)/저장한 장소.json': strToU8(starred(places)),
    }),
  }),
  KML: (places) => ({ name: '지도.kml', content: kmlOf(places) }),
  KMZ: (places) => ({ name: '지도.kmz', content: zipSync({ 'doc.kml': strToU8(kmlOf(places)) }) }),
  GeoJSON: (places) => ({ name: '지도.geojson', content: geojsonOf(places, ({ name }) => ({ name })) }),
  'CP949 표': (places) => ({
    name: '맛집.csv',
    content: iconv.encode(
      `상호,주소\r\n${places.map(({ name, address }) => `"${name}","${address}"`).join('\r\n')}`,
      'cp949',
    ),
  }),
  'UTF-16 표': (places) => ({
    name: '맛집.tsv',
    content: Buffer.from(
      `\ufeff이름\t주소\n${places.map(({ name, address }) => `${name}\t${address}`).join('\n')}`,
      'utf16le',
    ),
  }),
  '카카오톡 대화': (places) => ({ name: 'KakaoTalkChats.txt', content: chat(places) }),
};
const gpxOf = (places: readonly Place[]) =>
  `<gpx version="1.1">${places.map(({ name, coordinates: { lat, lng } }) => `<wpt lat="${lat}" lon="${lng}"><name><![CDATA[${name}]]></name></wpt>`).join('')}</gpx>`;

const EXPORTS = ['엑셀 (CSV)', '지도 프로그램 (GeoJSON)', 'Google 지도 (KML)', '내비게이션 (GPX)'];

const pick = (page: Page, { name, content }: File) =>
  page.getByLabel('파일 선택', { exact: true }).setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
const saveButton = (page: Page) => page.getByRole('button', { name: /담기$|저장하기$/ }).last();
const namesOf = async (page: Page): Promise<string[]> =>
  (await savedRestaurants(page)).map(({ name }: { name: string }) => name);

async function save(page: Page, count: number): Promise<void> {
  await expect(saveButton(page)).toHaveText(`${count}곳 담기`);
  await saveButton(page).click();
  await expect(page.getByText(`${count}곳을 담았어요.`)).toBeVisible();
}

async function exportAs(page: Page, format: string): Promise<File> {
  await openScreen(page, '/app/data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${format} 파일 저장` }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') };
}

async function person(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signUp(page);
  return page;
}

test('열 사람이 열 가지 방법으로 가져오고, 다시 내보낸다', async ({ browser }) => {
  test.setTimeout(240_000);
  const first = await person(browser);
  const places = (await somePlaces(first, 14)) as Place[];
  let exported: File | undefined;

  for (const [at, [source, fileOf]] of Object.entries(FILES).entries()) {
    await test.step(source, async () => {
      const page = at === 0 ? first : await person(browser);
      const mine = places.slice(at, at + 3);
      await page.goto('/app/import?from=file');
      await pick(page, fileOf(mine));
      await save(page, 3);
      exported = await exportAs(page, EXPORTS[at % EXPORTS.length] as string);
      for (const { name } of mine) expect(exported.content).toContain(name.replaceAll('&', '&amp;'));
      await page.context().close();
    });
  }

  await test.step('우리 파일: 다른 사람이 내보낸 그대로', async () => {
    const page = await person(browser);
    await page.goto('/app/import?from=file');
    await pick(page, exported as File);
    await save(page, 3);
    const mine = places.slice(6, 9).map(({ name }) => name);
    expect((await namesOf(page)).toSorted()).toEqual(mine.toSorted());
    await page.context().close();
  });

  await test.step('붙여넣은 글: 확인하다 브라우저가 꺼지면 다른 기기에서 이어진다', async () => {
    const page = await person(browser);
    await page.goto('/app/add');
    await page.getByRole('button', { name: '붙여넣기', exact: true }).click();
    await page.getByLabel('붙여넣을 글').fill(shared(places.slice(0, 4)));
    await page.getByRole('button', { name: '가게 찾기' }).click();
    await expect(saveButton(page)).toHaveText('4곳 담기');
    await page.getByRole('checkbox', { name: `${places[1]?.name} 선택` }).uncheck();
    await expect(saveButton(page)).toHaveText('3곳 담기');
    await expect
      .poll(async () => {
        const { imports } = await (await page.request.get('/api/place-imports')).json();
        const rows = await page.request.get(`/api/place-imports/${imports[0].id}/rows`);
        return (await rows.json()).rows.map(({ isChecked }: { isChecked: boolean | null }) => isChecked);
      })
      .toContain(false);
    const storageState = await page.context().storageState();
    await page.context().close();
    const phone = await browser.newContext({
      storageState: { ...storageState, origins: [] },
    });
    const second = await phone.newPage();
    await second.goto('/app/import?from=file');
    await save(second, 3);
    expect(await namesOf(second)).not.toContain(places[1]?.name);
    expect((await exportAs(second, EXPORTS[0] as string)).content).toContain(places[0]?.name);
    await phone.close();
  });

  await test.step('GPX: 무료로 8곳을 담은 회원은 남은 두 자리를 고른다', async () => {
    const page = await person(browser);
    for (const { placeId } of places.slice(0, 8)) expect((await addPlace(page, placeId)).status()).toBe(201);
    await page.goto('/app/import?from=file');
    await pick(page, { name: '지도.gpx', content: gpxOf(places.slice(8, 14)) });
    await expect(page.getByText(/10곳 가운데 2곳이 남았어요/)).toBeVisible();
    await expect(saveButton(page)).toHaveText('2곳 담기');
    await page.getByRole('checkbox', { name: `${places[8]?.name} 선택` }).uncheck();
    await page.getByRole('checkbox', { name: `${places[13]?.name} 선택` }).check();
    await save(page, 2);
    const names = await namesOf(page);
    expect(names).toHaveLength(10);
    expect(names).toContain(places[13]?.name);
    expect(names).not.toContain(places[8]?.name);
    const file = await exportAs(page, EXPORTS[3] as string);
    expect((file.content as string).match(/<wpt /g)).toHaveLength(10);
    await page.context().close();
  });
});
