import { expect, type Page, test } from './support/test.ts';
import { lowResolution } from './support/map.ts';
import { addPlace, newMember, somePlaces, type TestMember, viewports } from './support/member.ts';

/** The first visit of a new member in both languages. The visit goes from the landing page to the tenth place. */
const tours = [
  {
    language: 'ko',
    viewport: viewports.phone,
    // The typed texts are initial consonants, half a syllable, and Korean keys typed with the Latin keyboard layout.
    typed: ['ㅎㄷㄱ', '국ㅂ', 'rnrtn'],
    start: '무료로 시작하기',
    byEmail: '이메일로 가입하기',
    form: ['닉네임', '이메일', '비밀번호', '비밀번호 확인', '만 14세 이상이에요', '가입하기'],
    empty: '하나만 먼저 담아 볼까요?',
    add: '맛집 등록',
    search: '가게 이름',
    submit: '맛집 등록하기',
    added: (name: string) => `${name} 맛집이 추가되었습니다.`,
    count: (count: number) => `내 맛집 ${count}곳`,
    byHand: '지도에서 직접 찍기',
    address: '주소',
    stamp: /방문 예정\. 누르면/,
    stamped: '도장 찍었어요.',
    limit: '유료 회원 가입',
  },
  {
    language: 'en',
    viewport: viewports.desktop,
    typed: ['식당'],
    start: 'Start for free',
    byEmail: 'Sign up with email',
    form: ['Nickname', 'Email', 'Password', 'Confirm password', 'I am at least 14 years old', 'Sign up'],
    empty: 'Start with just one place?',
    add: 'Restaurant registration',
    search: 'Name of the place',
    submit: 'Add this restaurant',
    added: (name: string) => `Added ${name}.`,
    count: (count: number) => `My restaurants · ${count}`,
    byHand: 'Drop a pin on the map',
    address: 'Address',
    stamp: /to visit\. Press to/,
    stamped: 'Stamped as visited.',
    limit: 'Sign up as a paid member',
  },
] as const;

for (const tour of tours)
  test.describe(tour.language, () => {
    test.use({ viewport: tour.viewport, ...lowResolution });

    test('처음 온 사람이 첫 화면에서 열 번째 맛집까지 간다', async ({ page }) => {
      test.setTimeout(300_000);
      const faults = listen(page);
      await page.goto(tour.language === 'en' ? '/?lang=en' : '/');
      await page.getByRole('link', { name: tour.start }).first().click();
      await fillIn(page, { tour, member: newMember() });
      await expect(page.getByText(tour.empty)).toBeVisible();

      const mine: string[] = [];
      for (const typed of tour.typed) {
        const name = await test.step(`${typed} 하고 찾아 담는다`, () =>
          addBySearch(page, { tour, typed, mine }));
        mine.push(name);
        await expect(page.getByRole('heading', { name: tour.count(mine.length) })).toBeVisible();
      }

      await test.step('지도에 없는 집을 적어 담는다', async () => {
        await page.getByRole('link', { name: tour.add }).last().click();
        await page.getByRole('combobox', { name: tour.search }).fill('골목 안 이름없는 집');
        await page.getByText(tour.byHand).click();
        await page.getByLabel(tour.address, { exact: true }).fill('서울 마포구 느티길 1');
        await page.getByRole('button', { name: tour.submit }).click();
        await expect(page.getByRole('heading', { name: tour.count(mine.length + 1) })).toBeVisible();
      });

      await test.step('열 곳이 되면 다음은 유료 회원이다', async () => {
        const others = (await somePlaces(page, 16)).filter(({ name }) => !mine.includes(name));
        const left = 9 - (mine.length + 1);
        for (const { placeId } of others.slice(0, left))
          expect((await addPlace(page, placeId)).status()).toBe(201);
        await page.reload();
        await expect(page.getByRole('heading', { name: tour.count(9) })).toBeVisible();
        await addBySearch(page, { tour, typed: others[left]?.name ?? '', mine });
        await expect(page.getByRole('heading', { name: tour.count(10) })).toBeVisible();
        await page.getByRole('button', { name: tour.stamp }).first().click();
        await expect(page.getByText(tour.stamped)).toBeVisible();

        await page.getByRole('link', { name: tour.add }).last().click();
        await choose(page, { tour, typed: others[left + 1]?.name ?? '', mine });
        await page.getByRole('button', { name: tour.submit }).click();
        await expect(page.getByRole('dialog', { name: tour.limit })).toBeVisible();
      });
      expect(faults).toEqual([]);
    });
  });

type Tour = (typeof tours)[number];

/** Collects the errors in the console. The returned list grows while the story runs. */
function listen(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Map tiles are unreachable in tests, and the eleventh place is rejected.
    const isExpected = /openfreemap|status of 40\d/.test(message.text() + message.location().url);
    if (message.type() === 'error' && !isExpected) faults.push(message.text());
  });
  return faults;
}

const expectToFit = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);

async function fillIn(page: Page, { tour, member }: { tour: Tour; member: TestMember }) {
  const [nickname, email, password, confirm, fourteen, submit] = tour.form;
  await page.getByRole('button', { name: tour.byEmail }).click();
  await expectToFit(page);
  await page.getByLabel(nickname).fill(member.nickname);
  await page.getByLabel(email).fill(member.email);
  await page.getByLabel(password, { exact: true }).fill(member.password);
  await page.getByLabel(confirm).fill(member.password);
  await page.getByLabel(fourteen).check();
  await page.getByRole('button', { name: submit, exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
}

type PlaceToAdd = { tour: Tour; typed: string; mine: readonly string[] };

async function choose(page: Page, { tour, typed, mine }: PlaceToAdd): Promise<string> {
  const answer = await page.request.get('/api/places/autocomplete', { params: { q: typed } });
  const { suggestions }: { suggestions: { name: string }[] } = await answer.json();
  const name = suggestions.find((place) => !mine.includes(place.name))?.name ?? '';
  await page.getByRole('combobox', { name: tour.search }).fill(typed);
  await page.getByRole('option', { name }).first().click();
  await expectToFit(page);
  return name;
}

async function addBySearch(page: Page, wanted: PlaceToAdd): Promise<string> {
  await page.getByRole('link', { name: wanted.tour.add }).last().click();
  const name = await choose(page, wanted);
  // The list shows the message for a second.
  const added = page.getByText(wanted.tour.added(name)).waitFor();
  await page.getByRole('button', { name: wanted.tour.submit }).click();
  await added;
  await expectToFit(page);
  return name;
}
