import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/*
 * Simulated states of the device that take long to reach or need other devices: waiting actions, lost actions, full
 * storage.
 */

type StoredAction = {
  kind: string;
  object: string;
  payload: object;
  problem: object | null;
  creates: boolean;
};

const refusal = (code: string, params = {}) => ({ status: 409, code, params, errors: [] });

/**
 * Stores actions of this member on this device. `waiting`: several actions wait. `sending`: one action is being sent.
 * `refused`: the server has refused actions. `conflict`: an action conflicts with another change.
 */
export const withActions =
  (state: 'waiting' | 'sending' | 'refused' | 'conflict') =>
  async (page: Page): Promise<void> => {
    const { uid } = (await (await page.request.get('/api/me')).json()).me;
    const { restaurants } = await (await page.request.get('/api/my-restaurants')).json();
    const { entries } = await (await page.request.get('/api/journal')).json();
    const [planned, written] = ['방문 예정', '방문 완료'].map((status) =>
      restaurants.find((each: { status: string; review: string }) => each.status === status),
    );
    const change = (
      before: { id: string },
      changes: object,
      problem: object | null = null,
    ): StoredAction => ({
      ...{ kind: 'restaurants.change', object: before.id, creates: false, problem },
      payload: { restaurantId: before.id, before, changes },
    });
    const shown = {
      ...entries[0],
      ...{
        id: randomUUID(),
        restaurantName: '지하철 국수',
        journalText: '멸치 국물에 김 가루. 다음엔 곱빼기로.',
      },
    };
    const entry = (problem: object | null): StoredAction => ({
      ...{ kind: 'journal.add', object: shown.id, creates: true, problem },
      payload: { draft: {}, shown, attachments: [] },
    });
    const added = { ...planned, id: randomUUID(), name: '골목 만두', review: '군만두 먼저', sourceMemo: '' };
    const add = (problem: object | null): StoredAction => ({
      ...{ kind: 'restaurants.add', object: added.id, creates: true, problem },
      payload: { body: {}, shown: added },
    });
    const waiting = [change(planned, { status: '방문 완료' }), entry(null), change(written, { rating: 4.5 })];
    const refused = [
      add(refusal('restaurants.limit_reached', { limit: 10 })),
      change(added, { status: '방문 완료' }),
      change(planned, { review: '다시 가고 싶다' }, refusal('restaurants.not_found')),
      entry(refusal('journal.deleted')),
    ];
    const mine = { review: '국물이 예전 같지 않다. 그래도 면은 좋다.' };
    const conflict = [change(written, mine, refusal('restaurants.changed_elsewhere'))];
    const actions = { waiting, sending: waiting, refused, conflict }[state];
    const stored = actions.map((action, at) => ({
      ...action,
      ...{ id: randomUUID(), account: uid, createdAt: Date.now() - (actions.length - at) * 180_000 },
    }));
    await page.evaluate(storeActions, stored);
    await page.route('**/api/**', (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      return state === 'sending' ? undefined : route.abort('internetdisconnected');
    });
    await page.reload();
  };

const storeActions = (actions: readonly object[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('momokzi-outbox');
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      const writing = opening.result.transaction('actions', 'readwrite');
      for (const action of actions) writing.objectStore('actions').add(action);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });

/** Simulates that the browser has deleted actions before they were sent. */
export async function withLostActions(page: Page): Promise<void> {
  const { uid } = (await (await page.request.get('/api/me')).json()).me;
  const value = 'restaurants.change:2/journal.add:1';
  await page.context().addCookies([{ name: `momokzi.lost.${uid}`, value, url: new URL(page.url()).origin }]);
  await page.reload();
}

/** Simulates that the device's storage cannot be read. */
export async function withoutDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'UnknownError');
    };
  });
  await page.reload();
}

/** Simulates that the browser offers the installation. */
export async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
}

/** Simulates an iPhone, which has no dialog for the installation. */
export async function explainInstallation(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }));
  await page.reload();
  await page.getByRole('button', { name: '방법 보기' }).click();
}

/** Simulates that the device has fetched a new version of the app. */
export async function announceUpdate(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () =>
      Promise.resolve(Object.assign(new EventTarget(), { waiting: {}, installing: null }) as never);
  });
  await page.reload();
  await keepToast(page, '새 버전이 준비됐어요');
}

/** Simulates that the device has no room for documents. */
export async function fillStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.reload();
  await keepToast(page, '기기에 저장 공간이 없어요');
}

/** Puts the pointer on a toast, so that the toast does not disappear. */
const keepToast = (page: Page, text: string) => page.getByText(text).first().hover();
