import { randomInt, randomUUID } from 'node:crypto';
import { expect, originOf, type Page } from './test.ts';

export type TestMember = { nickname: string; email: string; password: string };

export const newMember = (nickname = '은조'): TestMember => ({
  nickname,
  email: `${randomUUID()}@example.com`,
  password: 'must-eat-2026',
});

/** The path of a page of the product that runs no script. */
export const PLAIN_PAGE = '/robots.txt';

/** Opens PLAIN_PAGE before the session changes, because the application would react to the change. */
export async function leaveApplication(page: Page): Promise<void> {
  const isBlank = page.url() === 'about:blank';
  // In a context without a base URL, requests take the origin from the page.
  const needsOrigin = originOf(page) === '';
  if (!isBlank || needsOrigin) await page.goto(PLAIN_PAGE);
}

/** Signs up over HTTP, for stories about other features. */
export async function signUp(page: Page, member = newMember()): Promise<TestMember> {
  const { nickname, email, password } = member;
  await leaveApplication(page);
  const answer = await page.request.post('/api/account/sign-up', {
    headers: { origin: originOf(page), 'x-forwarded-for': randomIpAddress() },
    data: { nickname, email, password, passwordConfirm: password, isFourteenOrOlder: true },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return member;
}

export async function logIn(
  page: Page,
  { email, password }: Omit<TestMember, 'nickname'>,
  url = '',
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

/** Returns a random IP address for each member, because sign-ups are limited per IP address. */
const randomIpAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

export async function findPlace(page: Page, query: string): Promise<{ placeId: string; name: string }> {
  const answer = await page.request.get('/api/places/autocomplete', { params: { q: query } });
  const [first] = (await answer.json()).suggestions;
  expect(first, `a place for ${query}`).toBeTruthy();
  return first;
}

export async function addPlace(page: Page, placeId: string, more: Record<string, unknown> = {}) {
  return page.request.post('/api/my-restaurants', {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    data: { place: { from: 'maps', placeId }, ...more },
  });
}

export const savedRestaurants = async (page: Page) =>
  (await (await page.request.get('/api/my-restaurants')).json()).restaurants;

type FoundPlace = { placeId: string; name: string; address: string };

export async function somePlaces(page: Page, count: number): Promise<FoundPlace[]> {
  const found = new Map<string, FoundPlace>();
  for (const query of ['국', '집', '면', '식당', '가', '당', '고', '해', '옥', '원']) {
    const answer = await page.request.get('/api/places/autocomplete', { params: { q: query } });
    for (const place of (await answer.json()).suggestions) found.set(place.placeId, place);
    if (count <= found.size) break;
  }
  expect(found.size).toBeGreaterThanOrEqual(count);
  return [...found.values()].slice(0, count);
}

/** Adds rows to the review of an import, as imported files do. */
export async function addImportRows(page: Page, places: readonly { name: string; address: string }[]) {
  const none = { phoneNumber: '', link: '', coordinates: null, placeId: '' };
  const fields = { status: null, customTags: [], sourceKind: null, sourceMemo: '', rating: null, review: '' };
  for (let from = 0; from < places.length; from += 500) {
    const rows = places.slice(from, from + 500).map((place) => ({ place: { ...none, ...place }, fields }));
    const answer = await page.request.post('/api/place-imports', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { rows },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
