import { readFileSync } from 'node:fs';
import { expect, type Page, test } from './support/test.ts';
import { savedRestaurants, signUp } from './support/member.ts';

type Row = Record<string, unknown> & { kind: string; payload: unknown };

const stored = JSON.parse(
  readFileSync(new URL('../web/fixtures/actions-1.json', import.meta.url), 'utf8'),
) as Row[];
const rowOf = (kind: string) => stored.find((row) => row.kind === kind) as Row;

/** Puts rows into the outbox of this device, as another version of the app has stored them. */
const storeRows = (page: Page, rows: readonly object[]) =>
  page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const revived = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(revived);
          if (typeof value !== 'object' || value === null) return value;
          const { $blob, type } = value as { $blob?: string; type?: string };
          if ($blob !== undefined)
            return new Blob([Uint8Array.from(atob($blob), (char) => char.charCodeAt(0))], {
              type: type ?? '',
            });
          return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revived(each)]));
        };
        const opening = indexedDB.open('momokzi-outbox', 1);
        opening.onupgradeneeded = () => {
          const actions = opening.result.createObjectStore('actions', {
            keyPath: 'seq',
            autoIncrement: true,
          });
          actions.createIndex('account', 'account');
          actions.createIndex('id', 'id', { unique: true });
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('actions', 'readwrite');
          for (const row of given) writing.objectStore('actions').put(revived(row));
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          writing.onerror = () => reject(writing.error);
        };
      }),
    rows,
  );

test('다른 버전의 앱이 남긴 것은 읽을 수 있으면 보내지고, 읽을 수 없으면 다른 것을 막지 않고 버릴 수 있다', async ({
  page,
}) => {
  await signUp(page);
  const { uid: account } = (await (await page.request.get('/api/me')).json()).me;
  await page.goto('/robots.txt');
  const rows = [
    { ...rowOf('restaurants.add'), id: 'from-the-future', object: 'a', kind: 'restaurants.teleport' },
    { ...rowOf('restaurants.add'), id: 'newer-format', object: 'b', format: 99 },
    { ...rowOf('restaurants.add'), id: 'broken', object: 'c', payload: { body: 'text' } },
    rowOf('restaurants.add'),
    rowOf('journal.add'),
  ];
  await storeRows(
    page,
    rows.map((row, at) => ({ ...row, seq: at + 1, account })),
  );

  await page.goto('/app/outbox');
  const unreadable = page.getByRole('listitem').filter({ hasText: '이 앱 버전에서는 동기화할 수 없어요.' });
  await expect(unreadable).toHaveCount(3);
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await expect(unreadable.filter({ hasText: '알 수 없는 변경' })).toHaveCount(1);
  await expect(unreadable.filter({ hasText: '맛집 등록' })).toHaveCount(2);
  const { body } = rowOf('restaurants.add').payload as { body: { place: { placeId: string } } };
  expect(await savedRestaurants(page)).toMatchObject([{ id: body.place.placeId }]);
  const { entries } = await (await page.request.get('/api/journal')).json();
  expect(entries).toMatchObject([{ textStart: '국물까지 싹 비움', photos: [{ purpose: 'journal' }] }]);

  for (let left = 3; left > 0; left -= 1) {
    await expect(unreadable).toHaveCount(left);
    await unreadable.first().getByRole('button', { name: '삭제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  }
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
});
