import { expect, type Locator, type Page, test } from './support/test.ts';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { checkScreen } from './support/check-screen.ts';
import {
  addImportRows,
  addPlace,
  savedRestaurants,
  signUp,
  somePlaces,
  viewports,
} from './support/member.ts';
import { openScreen } from './support/pages.ts';

type Place = { placeId: string; name: string; address: string; coordinates: { lat: number; lng: number } };

const examplePlaces = async (page: Page, count: number) => (await somePlaces(page, count)) as Place[];

const pick = (page: Page, ...files: { name: string; content: string | Uint8Array }[]) =>
  page.getByLabel('파일 선택', { exact: true }).setInputFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );

const kmlOf = (places: readonly Place[], folder: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>${folder}</name>
${places
  .map(
    ({ name, coordinates: { lat, lng } }) =>
      `<Placemark><name><![CDATA[${name}]]></name><Point><coordinates>${lng},${lat},0</coordinates></Point></Placemark>`,
  )
  .join('\n')}
<Placemark><name>지도에없는집</name><Point><coordinates>129.0403,35.1151,0</coordinates></Point></Placemark>
</Folder></Document></kml>`;

const saveButton = (page: Page) => page.getByRole('button', { name: /담기$|저장하기$/ }).last();
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });

test('Google 테이크아웃 ZIP을 확인하고, 저장하고, 다시 넣어도 늘지 않고, 통째로 되돌린다', async ({
  page,
}) => {
  await signUp(page);
  const places = await examplePlaces(page, 6);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  const starred = {
    type: 'FeatureCollection',
    features: places.slice(0, 5).map(({ name, address, coordinates: { lat, lng } }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: {
        date: '2024-05-06T07:08:09Z',
        google_maps_url: 'http://maps.google.com/?cid=1',
        location: { address, country_code: 'KR', name },
      },
    })),
  };
  const csv = `Title,Note,URL,Tags,Comment\r\n,,,,\r\n${places[0]?.name},,https://www.google.com/maps/place/x/data=!4m2,,\r\n${places[5]?.name},창가 자리,https://www.google.com/maps/place/y/data=!4m2,,\r\n`;
  const zip = zipSync({
    'Takeout/archive_browser.html': strToU8('<html>비밀</html>'),
    'Takeout/저장됨/데이트.csv': strToU8(`\ufeff${csv}`),
    'Takeout/지도(내 장소)/저장한 장소.json': strToU8(JSON.stringify(starred)),
  });
  await page.goto('/app/add');
  await page.getByRole('link', { name: '다른 지도·파일에서 가져오기' }).click();
  await page.getByRole('button', { name: 'Google 지도' }).click();
  await pick(page, { name: 'takeout-20261123T000000Z-001.zip', content: zip });

  await expect(page.getByRole('heading', { name: '가져온 7곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^찾았어요 7$/ })).toBeVisible();
  expect(requests.some((request) => request.includes('비밀'))).toBe(false);

  // Google's lists have no addresses. A name is certain if only one place has it.
  await expect(saveButton(page)).toHaveText('7곳 담기');
  await page.reload();
  await expect(saveButton(page)).toHaveText('7곳 담기');
  await saveButton(page).click();
  await expect(page.getByText('6곳을 담았어요.')).toBeVisible();
  const saved = await savedRestaurants(page);
  expect(saved).toHaveLength(6);
  const dated = saved.filter(({ customTags }: { customTags: string[] }) => customTags.includes('데이트'));
  expect(
    dated.map(({ sourceMemo }: { sourceMemo: string }) => sourceMemo.includes('창가 자리')).toSorted(),
  ).toEqual([false, true]);

  await test.step('담은 곳이 모두 보이는 지도로 가고, 돌아오면 담은 수가 그대로 있다', async () => {
    await page.getByRole('link', { name: '지도에서 보기' }).click();
    await expect(page).toHaveURL(/\/app\?area=/);
    for (const { name } of saved) await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByText('6곳을 담았어요.')).toBeVisible();
  });

  // The member imports the same data again. It adds nothing.
  await pick(page, { name: 'takeout.zip', content: zip });
  await expect(page.getByRole('button', { name: /^이미 있어요 7$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '담을 곳을 골라 주세요' })).toBeVisible();

  await page.getByRole('button', { name: '가져오기 되돌리기' }).first().click();
  await expect.poll(async () => (await savedRestaurants(page)).length).toBe(0);
});

test('지도 파일의 좌표로 찾고, 없는 곳은 직접 등록하고, 다른 기기에서 이어진다', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const places = await examplePlaces(page, 3);
  await page.goto('/app/import?from=file');
  await pick(page, { name: '내 지도.kml', content: kmlOf(places, '부산 여행') });
  await expect(page.getByRole('button', { name: /^찾았어요 3$/ })).toBeVisible();
  await page.getByRole('button', { name: '더 가져오기' }).click();
  await pick(page, { name: '내 지도.kml', content: kmlOf(places, '부산 여행') });
  await expect(page.getByText('4곳을 찾았어요. 4곳은 이미 가져온 곳이에요.')).toBeVisible();
  const missing = card(page, '지도에없는집');
  await missing.getByRole('radio', { name: /직접 등록하기/ }).check();
  await expect(saveButton(page)).toHaveText('4곳 담기');
  await page.getByRole('checkbox', { name: `${places[0]?.name} 선택` }).uncheck();
  await expect(saveButton(page)).toHaveText('3곳 담기');

  const phone = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: baseURL!,
  });
  const second = await phone.newPage();
  await second.goto('/app/add');
  await second.getByRole('link', { name: '가져오던 곳 이어서 확인하기' }).click();
  await expect(saveButton(second)).toHaveText('3곳 담기');
  await saveButton(second).click();
  await expect(second.getByText('3곳을 담았어요.')).toBeVisible();
  await phone.close();
  for (const { customTags } of await savedRestaurants(page)) expect(customTags).toEqual(['부산 여행']);
});

test('열 이름이 낯선 CP949 표는 한 번만 묻고, 보이는 곳에만 태그를 붙인다', async ({ page }) => {
  await signUp(page);
  const places = await examplePlaces(page, 3);
  const table = `무엇;어디;점\r\n${places.map(({ name, address }) => `${name};${address};5`).join('\r\n')}\r\n없는 뷁집;서울 중구 없는길 1;3\r\n`;
  const file = { name: '맛집.csv', content: iconv.encode(table, 'cp949') };
  await page.goto('/app/import?from=file');
  await pick(page, file);
  await expect(page.getByRole('heading', { name: '각 열이 무엇인지 알려 주세요' })).toBeVisible();
  await page.getByRole('button', { name: '이대로 읽기' }).click();
  await expect(page.getByText('이름이 있는 열을 골라 주세요.')).toBeVisible();
  await page.getByLabel('이름', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('주소', { exact: true }).selectOption({ index: 2 });
  await page.getByRole('button', { name: '이대로 읽기' }).click();
  await page.getByLabel('점', { exact: true }).selectOption('가져오지 않기');
  await page.getByRole('button', { name: '이대로 계속하기' }).click();
  await expect(page.getByRole('button', { name: /^찾았어요 3$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /없는 뷁집/ })).toBeVisible();

  await page.getByRole('button', { name: /^못 찾았어요 1$/ }).click();
  await page.getByRole('textbox', { name: /태그/ }).fill('나중에');
  await page.getByRole('textbox', { name: /태그/ }).press('Enter');
  await page.getByRole('button', { name: '1곳에 적용' }).click();
  await expect(page.getByText('#나중에').first()).toBeVisible();

  await page.getByRole('button', { name: '모두 지우기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '모두 지우기' }).click();
  await pick(page, file);
  await expect(page.getByRole('heading', { name: '가져온 4곳을 확인해 주세요' })).toBeVisible();
});

/** A workbook with one sheet, as programs write it that use no shared strings. */
const WORKBOOK = zipSync({
  'xl/workbook.xml': strToU8(
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  'xl/worksheets/sheet1.xml': strToU8(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${[
      ['이름', '주소'],
      ['없는 뷁 엑셀집', '서울 중구 없는길 3'],
    ]
      .map(
        (cells, y) =>
          `<row r="${y + 1}">${cells.map((cell, x) => `<c r="${'AB'[x]}${y + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  ),
});

test('받을 칸이 없는 열은 한 번 묻고 기억하며, 건너뛴 줄과 읽지 못한 파일을 알려 준다', async ({ page }) => {
  await signUp(page);
  const table = [
    '순번,이름,주소,추천사유,메뉴,비고',
    '1,없는 뷁집,서울 중구 없는길 1,국물이 진함,비빔국수,주차 됨',
    '2,,,다음에 채우기,,',
    `3,,,${'가'.repeat(2_000)},,`,
    `4,${'ㄱ'.repeat(150)},서울 중구 없는길 4,,,`,
  ].join('\r\n');
  const files = [
    { name: '맛집.csv', content: table },
    { name: '정리.xlsx', content: zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }) },
    {
      name: '엑셀.xlsx',
      content: WORKBOOK,
    },
  ];
  await page.goto('/app/import?from=file');
  await pick(page, ...files);
  await expect(page.getByRole('heading', { name: '나머지 열은 어떻게 할까요?' })).toBeVisible();
  await expect(page.getByLabel('순번', { exact: true })).toHaveValue('drop');
  await expect(page.getByLabel('추천사유', { exact: true })).toHaveValue('note');
  await page.getByLabel('메뉴', { exact: true }).selectOption('태그로');
  await expect(page.getByText(/^정리\.xlsx: .*CSV UTF-8/)).toBeVisible();
  await page.getByRole('button', { name: '이대로 계속하기' }).click();
  const row = card(page, '없는 뷁집');
  await expect(card(page, '없는 뷁 엑셀집')).toBeVisible();
  await expect(row.getByText('주차 됨 추천사유: 국물이 진함')).toBeVisible();
  await expect(row.getByText('#비빔국수')).toBeVisible();
  await page.getByText('건너뛴 2개 보기').click();
  await expect(page.getByText('다음에 채우기: 이름과 위치가 없어요')).toBeVisible();
  await test.step('홈에 다녀와도 건너뛴 줄이 남아 있다', async () => {
    await page.getByRole('link', { name: '홈으로' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await page.goBack();
    await page.getByText('건너뛴 2개 보기').click();
    await expect(page.getByText('다음에 채우기: 이름과 위치가 없어요')).toBeVisible();
  });
  // A word without blanks does not make the screen wider.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card(page, 'ㄱㄱㄱ')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.getByRole('button', { name: '모두 지우기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '모두 지우기' }).click();
  await pick(page, ...files);
  await expect(row.getByText('#비빔국수')).toBeVisible();
});

test('보이는 곳에 적용하면 파일에 있던 메모와 태그는 그대로이고, 전체에는 적용되지 않는다', async ({
  page,
}) => {
  await signUp(page);
  const table = '이름,주소,메모,태그\n없는 뷁집,서울 중구 없는길 1,창가 자리,점심\n';
  await page.goto('/app/import?from=file');
  await pick(page, { name: '맛집.csv', content: table });
  await page.getByRole('button', { name: /^못 찾았어요 1$/ }).click();
  const tags = page.getByRole('textbox', { name: /태그/ });
  await tags.fill('나중에');
  await tags.press('Enter');
  await page.getByRole('button', { name: '1곳에 적용' }).click();
  for (const text of ['창가 자리', '#점심', '#나중에'])
    await expect(card(page, '없는 뷁집').getByText(text, { exact: true })).toBeVisible();
  // When all rows are shown again, the form contains the values for all rows, without the tag of the filtered row.
  await page.getByRole('button', { name: /^전체 1$/ }).click();
  await expect(page.getByRole('button', { name: '나중에 태그 삭제' })).toHaveCount(0);
});

test('저장이 끝나면 저장한 곳이 목록에 잠깐도 남지 않는다', async ({ page }) => {
  await signUp(page);
  const places = await examplePlaces(page, 2);
  await page.goto('/app/import?from=file');
  await pick(page, { name: '지도.kml', content: kmlOf(places, '지도') });
  await expect(page.getByText('30일 동안 다른 기기에서도', { exact: false })).toBeVisible();
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/place-imports/*/rows*', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await saveButton(page).click();
  await asked.promise;
  // The story waits for two frames, in which the screen could show the old rows.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await page.getByRole('heading', { name: '내 맛집에 담고 있어요' }).isVisible()).toBe(true);
  answered.resolve();
  await expect(page.getByRole('heading', { name: '가져온 1곳을 확인해 주세요' })).toBeVisible();
});

test('무료로 8곳을 담은 회원은 남은 자리만큼 고른다', async ({ page }) => {
  await signUp(page);
  const places = await examplePlaces(page, 13);
  for (const { placeId } of places.slice(0, 8)) expect((await addPlace(page, placeId)).status()).toBe(201);
  await page.goto('/app/import?from=file');
  await pick(page, { name: '지도.kml', content: kmlOf(places.slice(7, 13), '지도') });
  await expect(page.getByRole('button', { name: /^이미 있어요 1$/ })).toBeVisible();
  await expect(page.getByText(/10곳 가운데 2곳이 남았어요/)).toBeVisible();
  // The place that is in the list gets the tag of the file, and needs no room.
  await expect(saveButton(page)).toHaveText('3곳 담기');
  await page.getByRole('button', { name: '보이는 곳 전체 선택' }).click();
  await expect(page.getByText('나머지 3곳은 선택하지 않았어요.', { exact: false })).toBeVisible();
  await expect(saveButton(page)).toHaveText('3곳 담기');
  await page.getByRole('checkbox', { name: `${places[12]?.name} 선택` }).check();
  await expect(saveButton(page)).toHaveText('4곳 담기');
  await saveButton(page).click();
  await expect(page.getByRole('alertdialog')).toContainText('무료로 2곳을 더 담을 수 있어요');
  await page.getByRole('button', { name: '다시 선택' }).click();
  await expect(page.getByRole('list', { name: '가져온 곳' }).getByRole('listitem')).toHaveCount(4);
  await page.getByRole('checkbox', { name: `${places[8]?.name} 선택` }).uncheck();
  await saveButton(page).click();
  await expect(page.getByText('2곳을 담았어요. 이미 있던 1곳에 태그 1개를 추가했어요.')).toBeVisible();
  expect(await savedRestaurants(page)).toHaveLength(10);
});

test('잘못된 파일은 이유를 말하고, 나머지는 읽는다', async ({ page }) => {
  await signUp(page);
  const places = await examplePlaces(page, 2);
  await page.goto('/app/import?from=file');
  await pick(
    page,
    { name: '사진.csv', content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]) },
    {
      name: 'xxe.kml',
      content:
        '<!DOCTYPE k [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]><kml><Placemark><name>&x;</name></Placemark></kml>',
    },
    { name: '지도.kml', content: kmlOf(places, '지도') },
  );
  await expect(page.getByRole('heading', { name: '가져온 3곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByText(/사진.csv: 글자를 읽을 수 없어요/)).toBeVisible();
  await expect(page.getByText(/xxe.kml: 파일이 손상돼 일부만 읽었어요/)).toBeVisible();
});

test('주소 없이 긴 링크만 있는 곳은 링크를 한 줄만 보여 준다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/import?from=file');
  const link = `https://www.google.com/maps/place/${'%EC%98%A8'.repeat(20)}/data=!4m2!3m1`;
  await pick(page, { name: '가고 싶은 장소.csv', content: `제목,메모,URL\n지도에없는집,,${link}\n` });
  const shown = card(page, '지도에없는집').getByText(link);
  await expect(shown).toBeVisible();
  expect((await shown.boundingBox())?.height).toBeLessThan(30);
});

/** Changes the globals of the worker that reads files. A worker does not have the globals of the page. */
const changeWorker = (page: Page, code: string) =>
  page.route('**/assets/import-worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: code + (await response.text()) });
  });

test('URL.canParse가 없는 브라우저도 링크가 있는 파일을 읽는다', async ({ page }) => {
  await signUp(page);
  await changeWorker(page, "Reflect.deleteProperty(URL, 'canParse');");
  await page.goto('/app/import?from=file');
  await pick(page, {
    name: '목록.csv',
    content: '이름,링크\n온달국수,https://www.google.com/maps/search/37.5445,127.0557\n',
  });
  await expect(card(page, '온달국수')).toBeVisible();
});

test('기기가 내주지 않는 파일은 열 수 없다고 한다', async ({ page }) => {
  await signUp(page);
  await changeWorker(
    page,
    "Blob.prototype.stream = () => { throw new DOMException('', 'NotReadableError'); };",
  );
  await page.goto('/app/import?from=file');
  await pick(page, { name: '목록.csv', content: '이름,주소\n온달국수,서울 종로구 예시로 1\n' });
  await expect(page.getByText('파일을 열 수 없어요')).toBeVisible();
});

test('가져온 곳을 불러오지 못하면 그렇다고 하고, 다시 시도할 수 있다', async ({ page }) => {
  await signUp(page);
  await page.route('**/api/place-imports', (route) => route.abort('internetdisconnected'));
  await page.goto('/app/import?from=file');
  const retry = page.getByRole('button', { name: '다시 연결하기' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/place-imports');
  await retry.click();
  await expect(page.getByText('파일 선택')).toBeVisible();

  await addImportRows(page, [{ name: '없는집', address: '서울 중구 을지로 1' }]);
  await page.route('**/api/place-imports/*/rows*', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(retry).toBeVisible();
  await expect(page.getByRole('heading', { name: '가져온 0곳을 확인해 주세요' })).toHaveCount(0);
  await page.unroute('**/api/place-imports/*/rows*');
  await retry.click();
  await expect(page.getByRole('heading', { name: '가져온 1곳을 확인해 주세요' })).toBeVisible();
});

test('5,000곳도 키보드로 움직이고 고를 수 있다', async ({ page }) => {
  test.setTimeout(240_000);
  await signUp(page);
  const lines = Array.from({ length: 5_000 }, (_, at) => `없는집 ${at},서울 중구 을지로 ${at + 1}`);
  await page.goto('/app/import?from=file');
  await pick(page, { name: '맛집.csv', content: `이름,주소\n${lines.join('\n')}` });
  await expect(page.getByText('5,000곳을 찾았어요.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '가져온 5,000곳을 확인해 주세요' })).toBeVisible();
  expect(await page.getByRole('list', { name: '가져온 곳' }).getByRole('listitem').count()).toBeLessThan(40);
  await expect(card(page, '없는집 0').getByText('못 찾았어요')).toBeVisible({ timeout: 60_000 });
  const radio = card(page, '없는집 0').getByRole('radio');
  await radio.focus();
  await page.keyboard.press('Space');
  await expect(saveButton(page)).toHaveText('1곳 담기');
  await page.evaluate(() =>
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
  );
  await expect(page.getByRole('heading', { name: /^없는집 49\d\d/ }).first()).toBeVisible();
});

test('가져오기 화면도 좁은 화면과 큰 글자에서 읽을 수 있고, axe가 찾는 잘못이 없다', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  const places = await examplePlaces(page, 3);
  await checkScreen(page, ['/app/import']);
  await page.goto('/app/import?from=file');
  await pick(page, { name: '지도.kml', content: kmlOf(places, '지도') });
  await expect(page.getByRole('button', { name: /^찾았어요 3$/ })).toBeVisible();
  await checkScreen(page, ['/app/import']);
});

test('새 모음을 만들어 가져오는 곳과 이미 있는 곳을 함께 담고, 되돌리면 모음에서도 빠진다', async ({
  page,
}) => {
  await signUp(page);
  const places = await examplePlaces(page, 4);
  await addPlace(page, places[0]!.placeId);
  await page.goto('/app/import?from=file');
  await pick(page, { name: '내 지도.kml', content: kmlOf(places, '부산 여행') });
  await expect(page.getByRole('button', { name: /^찾았어요 3$/ })).toBeVisible();
  // The name of the folder is a tag that the place in the list lacks.
  await expect(saveButton(page)).toHaveText('4곳 담기');
  await expect(card(page, places[0]!.name).getByText('태그 1개를 추가할 수 있어요')).toBeVisible();
  const already = page.getByRole('checkbox', { name: `${places[0]!.name} 선택` });
  await expect(already).toBeChecked();
  await page.getByRole('button', { name: '새 모음' }).click();
  await page.getByLabel('모음 이름').fill('부산 여행');
  await page.getByRole('button', { name: '만들기', exact: true }).click();
  await expect(page.getByRole('button', { name: '부산 여행', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The place that is already in the list is also added to the collection.
  await expect(already).toBeChecked();
  await expect(saveButton(page)).toHaveText('4곳 담기');
  await page.reload();
  await expect(saveButton(page)).toHaveText('4곳 담기');
  // The member leaves one place out of the collection.
  const { name } = places[3]!;
  await page.getByRole('button', { name: `${name} 수정하기` }).click();
  await card(page, name).getByRole('button', { name: '부산 여행', exact: true }).click();
  await expect(card(page, name).getByText('모음에 담지 않음')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('인터넷 연결이 끊겼어요.', { exact: false }).first()).toBeVisible();
  await page.context().setOffline(false);
  await saveButton(page).click();
  await expect(
    page.getByText('3곳을 담았어요. 이미 있던 1곳에 태그 1개를 추가했어요. 3곳을 모음에 담았어요.'),
  ).toBeVisible();
  const collected = async () => {
    const { collections } = await (await page.request.get('/api/collections')).json();
    return collections[0].restaurantIds;
  };
  expect((await collected()).toSorted()).toEqual(
    places
      .slice(0, 3)
      .map(({ placeId }) => placeId)
      .toSorted(),
  );
  await openScreen(page, '/app/collections');
  await page
    .getByRole('link', { name: /부산 여행/ })
    .first()
    .click();
  for (const place of places.slice(0, 3)) await expect(page.getByText(place.name).first()).toBeVisible();
  await openScreen(page, '/app/import');
  await page.getByRole('button', { name: '가져오기 되돌리기' }).first().click();
  await expect.poll(collected).toEqual([]);
  await expect.poll(async () => (await savedRestaurants(page)).length).toBe(1);
  expect((await savedRestaurants(page))[0].customTags).toEqual([]);
});

/** Presses Tab until the element has the focus. Nothing that has the focus may be covered. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let at = 0; at < 60; at++) {
    await page.keyboard.press(key);
    expect(await coveredFocus(page)).toBeNull();
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target.toString()}.`);
}

/** Returns the name of the element with the focus if something covers the element; otherwise null. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement;
    const { left, top, width, height } = focused.getBoundingClientRect();
    if (focused === document.body || width < 2) return null;
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    const isShown =
      focused.contains(shown) || [...(focused.labels ?? [])].some((label) => label.contains(shown));
    return isShown ? null : (focused.ariaLabel ?? focused.textContent);
  });

for (const [device, viewport] of Object.entries(viewports))
  test(`파일 고르기부터 저장까지 키보드만으로 가져온다: ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signUp(page);
    const places = await examplePlaces(page, 12);
    const [first, second, wrong] = [places[0]!, places[1]!, places[11]!];
    const lines = places.slice(0, 10).map(({ name, address }) => `"${name}","${address}"`);
    await page.goto('/app/import?from=file');
    const file = page.getByLabel('파일 선택', { exact: true });
    await expect(file).toBeEnabled();
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, file);
    await page.keyboard.press('Enter');
    await (
      await chooser
    ).setFiles({
      name: '맛집.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`이름,주소\n${lines.join('\n')}\n없는 뷁집,\n`),
    });
    const review = page.getByRole('heading', { name: '가져온 11곳을 확인해 주세요' });
    await expect(review).toBeFocused();
    await expect(page.getByText('30일 동안 다른 기기에서도', { exact: false })).toBeVisible();

    // A corrected row keeps the focus, even if the filter no longer matches it. Its new state is announced.
    await tabTo(page, page.getByRole('button', { name: /^못 찾았어요 1$/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: '없는 뷁집 수정하기' }));
    await page.keyboard.press('Enter');
    const name = page.getByRole('textbox', { name: '이름' });
    await tabTo(page, name);
    await page.keyboard.press('Control+A');
    const typed = wrong.name.slice(0, -1);
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    const row = page.getByRole('group', { name: `${typed} 골라 주세요` });
    await expect(row.getByRole('status')).toHaveText('골라 주세요');
    await expect(name).toBeFocused();
    await tabTo(page, row.getByRole('radio', { name: /찾는 곳이 없어요/ }), 'Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('group', { name: /선택함$/ })).toBeVisible();

    // The arrow keys move between rows.
    await tabTo(page, page.getByRole('button', { name: /^전체 11$/ }), 'Shift+Tab');
    await page.keyboard.press('Space');
    const box = (place: Place) => page.getByRole('checkbox', { name: `${place.name} 선택` });
    await tabTo(page, box(first));
    await page.keyboard.press('ArrowDown');
    await expect(box(second)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(box(second)).not.toBeChecked();
    await page.keyboard.press('ArrowUp');
    await expect(box(first)).toBeFocused();

    // With this button, the keyboard skips the rows.
    await tabTo(page, page.getByRole('button', { name: '공통 정보 입력' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '공통 정보' })).toBeFocused();
    await tabTo(page, saveButton(page));
    await expect(saveButton(page)).toHaveText('10곳 담기');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '10곳을 담았어요.' })).toBeFocused();

    const clear = page.getByRole('button', { name: '모두 지우기' });
    await tabTo(page, clear);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(clear).toBeFocused();
  });
