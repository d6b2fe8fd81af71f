import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { signInAs } from './support/admin.ts';
import { makePaid } from './support/database.ts';
import { addPlace, findPlace, signUp, viewports } from './support/member.ts';
import { everyPage } from './support/pages.ts';

const publicPages = [
  '/',
  '/login',
  '/signup',
  '/password-reset',
  '/faq',
  '/terms-of-service',
  '/privacy-policy',
  '/refund-policy',
  '/shared/unknown',
  '/shared-momokzi-journal/unknown',
  // Prerendered pages in English as well; what follows is Korean again.
  '/?lang=en',
  '/faq',
  '/terms-of-service',
  '/privacy-policy',
  '/refund-policy',
  '/?lang=ko',
];
const memberPages = [
  '/app',
  '/app/add',
  '/app/edit/:id',
  '/app/restaurant/:id',
  '/app/restaurant/:id/reviews',
  '/app/settings',
  '/app/upgrade',
  '/app/share-my-list',
  '/app/momokzi-journal',
  '/app/momokzi-journal/write',
  '/app/momokzi-journal/look-back',
  '/app/sources',
  '/app/payment',
  '/app/payment-history',
  '/app/user-deletion-request',
  '/app/about',
  '/app/faq',
];

/** Every page in both themes, and at both widths; four runs would say no more and take twice as long. */
const looks = [
  { name: 'phone', viewport: viewports.phone, colorScheme: 'dark' },
  { name: 'desktop', viewport: viewports.desktop, colorScheme: 'light' },
] as const;

for (const { name, viewport, colorScheme } of looks)
  test.describe(`${name}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing on any page', async ({ page }) => {
      test.setTimeout(300_000);
      await look(page, publicPages);
      await signUp(page);
      const { placeId } = await findPlace(page, 'ㅎㄷㄱ');
      await addPlace(page, placeId, { customTags: ['비오는날'], sourceKind: 'tv', sourceMemo: '3화' });
      const id = encodeURIComponent(placeId);
      await look(
        page,
        memberPages.map((path) => path.replace(':id', id)),
      );
      await page.getByRole('button', { name: '메뉴 열기' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page), 'menu').toEqual([]);
      await signInAs(page, 'admin');
      await look(page, everyPage({}).admin);
    });

    test('axe finds nothing on a journal with an entry, nor on what is shared', async ({ page }) => {
      await signUp(page);
      const { placeId } = await findPlace(page, 'ㅎㄷㄱ');
      await addPlace(page, placeId, { customTags: ['비오는날'], sourceKind: 'tv', sourceMemo: '3화' });
      await look(page, await filledPages(page));
    });
  });

/** An entry of the journal and its form, and what is shared, as whoever has the link sees it. */
async function filledPages(page: import('@playwright/test').Page): Promise<string[]> {
  const { me } = await (await page.request.get('/api/me')).json();
  await makePaid(me.email);
  const send = async (method: 'post' | 'put', url: string, data?: object) => {
    const headers = { origin: new URL(page.url()).origin, 'idempotency-key': randomUUID() };
    return (await page.request[method](url, { headers, ...(data && { data }) })).json();
  };
  const { entry } = await send('post', '/api/journal/entries', {
    restaurantName: '해달골 국밥',
    visitDate: Date.UTC(2026, 0, 5),
    journalText: '국물까지 싹 비움.',
    tagsWith: ['가족과'],
  });
  const { share } = await send('put', `/api/journal/entries/${entry.id}/share`);
  const list = await send('post', '/api/list-shares', {
    title: '비 오는 날',
    selection: { of: 'all' },
    shows: { ratings: true, reviews: true, memos: true },
  });
  return [
    '/app/momokzi-journal',
    `/app/momokzi-journal/${entry.id}`,
    `/app/momokzi-journal/${entry.id}/edit`,
    '/app/momokzi-journal/look-back?year=2026',
    '/app/share-my-list',
    `/shared-momokzi-journal/${share.id}`,
    `/shared/${list.id}`,
  ];
}

async function look(page: import('@playwright/test').Page, addresses: string[]) {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator('h1')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(await violations(page), address).toEqual([]);
  }
}

const violations = async (page: import('@playwright/test').Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
