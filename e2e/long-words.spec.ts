import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { addPlace, newMember, signUp, somePlaces } from './support/member.ts';
import { productWithProvided } from './support/product-under-test.ts';
import { BLANK_PAGE, everyPage, openScreen, resizeWindow, watchNetwork } from './support/pages.ts';

/*
 * Enters one word of 2,000 letters (or of the maximum length of the field) into every text field, and checks every
 * screen that shows the word.
 */

const port = Number(process.env.E2E_PORT ?? 3210) + 150;
const WIDTHS = [320, 390, 1280];

test.use({ baseURL: `http://localhost:${port}` });
test.setTimeout(600_000);

productWithProvided(port);

test('띄어쓰기 없는 긴 말을 모든 칸에 적어도 어느 화면도 옆으로 밀리지 않는다', async ({ page }) => {
  await signInAs(page, 'admin');
  const filled = await fillAsAdmin(page);
  const writer = newMember(word(30));
  await signUp(page, writer);
  const [place] = await somePlaces(page, 1);
  const reported = await writeReview(page, place?.placeId ?? '');
  await send(page, 'POST', '/api/account/deletion', { reason: word(500), password: writer.password });

  await signInAs(page, 'paid');
  await send(page, 'POST', `/api/reviews/${reported}/reports`, { reason: 'other', details: word(500) });
  const ids = await fillAsMember(page, filled);
  await signInAs(page, 'admin');
  await send(page, 'POST', `/api/admin/reviews/${ids.rejected}/reject`, {
    revision: 1,
    reports: 0,
    reason: word(300),
  });
  await signInAs(page, 'paid');
  const { visitor, member, admin } = everyPage(ids);
  const found = await findOverflow(page, [
    ...member,
    '/app?status=provided',
    `/app?tag=${word(20)}`,
    `/app/restaurant/${ids.handEntered}`,
    `/app/restaurant/${ids.provided}`,
    `/app/restaurant/${ids.reviewed}`,
    `/app/restaurant/${ids.reviewed}/reviews`,
    `/app/restaurant/${ids.rejected}`,
  ]);
  await signInAs(page, 'admin');
  const views = ['pending', 'reported', 'approved', 'rejected'].map(
    (view) => `/app/admin/reviews?view=${view}`,
  );
  Object.assign(found, await findOverflow(page, [...admin, ...views]));
  await page.context().clearCookies();
  Object.assign(
    found,
    await findOverflow(
      page,
      visitor.filter((address) => address.startsWith('/shared')),
    ),
  );
  expect(found).toEqual({});
});

const word = (length: number) => 'W'.repeat(Math.min(length, 2000));
const tags = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter + word(19));
const note = { sourceKind: 'tv', sourceMemo: word(200), customTags: tags };

async function fillAsAdmin(page: Page): Promise<{ provided: string; sourceId: string; categoryId: string }> {
  const { categories } = await send(page, 'GET', '/api/categories');
  const categoryId = categories[0].id;
  await send(page, 'PUT', '/api/admin/categories', {
    categories: categories.map(({ id, name }: { id: string; name: string }) => ({
      id,
      name: id === categoryId ? word(30) : name,
    })),
  });
  const [episode, sourceId] = [randomUUID(), randomUUID()];
  const link = `https://example.com/${word(400)}`;
  await send(page, 'PUT', `/api/admin/sources/${sourceId}`, {
    title: word(100),
    kind: 'tv',
    link,
    episodes: [{ id: episode, name: word(60), publishedOn: '2026-01-02', link }],
  });
  const { restaurant } = await send(page, 'POST', '/api/admin/provided-restaurants', {
    place: { from: 'hand', name: word(100), address: word(200), coordinates: { lat: 37.56, lng: 126.98 } },
    memo: word(200),
    tags,
    episodeIds: [episode],
    categoryId,
  });
  return { provided: restaurant.id, sourceId, categoryId };
}

async function fillAsMember(
  page: Page,
  { provided, sourceId, categoryId }: { provided: string; sourceId: string; categoryId: string },
): Promise<Record<string, string>> {
  await send(page, 'PATCH', '/api/account/profile', { nickname: word(30) });
  await send(page, 'POST', '/api/account/tokens', { name: word(40), scope: 'read' });
  const byHand = await send(page, 'POST', '/api/my-restaurants', {
    place: {
      from: 'hand',
      name: word(100),
      address: word(200),
      coordinates: { lat: 37.57, lng: 126.99 },
      phoneNumber: '1'.repeat(30),
    },
    ...note,
    review: word(2000),
    rating: 4,
    status: '방문 완료',
    categoryId,
  });
  const [, second, third] = await somePlaces(page, 3);
  const reviewed = second?.placeId ?? '';
  await writeReview(page, reviewed);
  const rejected = await writeReview(page, third?.placeId ?? '');
  const { entry } = await send(page, 'POST', '/api/journal/entries', {
    restaurantName: word(100),
    visitDate: Date.UTC(2026, 0, 2),
    journalText: word(5000),
    tagsWith: tags,
    tagsOccasion: tags,
  });
  const { share } = await send(page, 'PUT', `/api/journal/entries/${entry.id}/share`);
  const list = await send(page, 'POST', '/api/list-shares', {
    title: word(60),
    note: word(300),
    selection: { of: 'all' },
    shows: { ratings: true, reviews: true, memos: true },
  });
  return {
    handEntered: byHand.restaurant.id,
    restaurantId: byHand.restaurant.id,
    reviewed,
    rejected,
    provided,
    sourceId,
    entryId: entry.id,
    journalId: share.id,
    shareId: list.id,
  };
}

/** @returns the id of a review that other members can see */
async function writeReview(page: Page, placeId: string): Promise<string> {
  await addPlace(page, placeId, note);
  const { mine } = await send(page, 'PUT', `/api/restaurants/${encodeURIComponent(placeId)}/my-review`, {
    rating: 4,
    review: word(2000),
    isShared: true,
    isAnonymous: false,
    userPhotoFilenames: [],
  });
  return mine.id;
}

async function send(page: Page, method: string, url: string, data?: unknown) {
  const answer = await page.request.fetch(url, {
    method,
    headers: { origin: `http://localhost:${port}`, 'idempotency-key': randomUUID() },
    ...(data !== undefined && { data }),
  });
  expect(answer.ok(), `${method} ${url}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Returns elements that overflow sideways and controls outside the window, by URL and width. */
async function findOverflow(page: Page, addresses: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const networkIdle = watchNetwork(page);
  await page.goto(BLANK_PAGE);
  for (const [index, address] of addresses.entries()) {
    await openScreen(page, address);
    await expect(page.locator('h1'), address).toHaveCount(1);
    await networkIdle();
    // Each screen begins with the width at which the previous screen ended, which saves a layout.
    for (const width of index % 2 === 0 ? WIDTHS : WIDTHS.toReversed()) {
      await resizeWindow(page, { width, height: 844 });
      const faults = await page.evaluate(faultsOf);
      if (faults.length > 0) found[`${address} ${width}px`] = faults;
    }
  }
  return found;
}

function faultsOf(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const isScrolledSideways = (element: Element) =>
    element.closest('.chip-row, [class*="overflow-x-auto"], .map') !== null;
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${(element.textContent ?? '').slice(0, 12)}`;
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth}px wide`] : [];
  for (const element of document.querySelectorAll('body *')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 || isScrolledSideways(element)) continue;
    const isControl = element.matches('button, a, input, select, textarea, [role="button"]');
    if (isControl && right > 0 && (right > clientWidth + 1 || left < -1)) faults.push(named(element));
  }
  return faults.slice(0, 5);
}
