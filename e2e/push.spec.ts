import { randomUUID } from 'node:crypto';
import { type BrowserContext, devices, expect, type Page, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { ageAccount } from './support/database.ts';
import { jointCollection, newDevice, send } from './support/joint-collection.ts';
import { newMember, signUp } from './support/member.ts';

/*
 * No push service is reached: `PushManager` is replaced by a stand-in. DevTools delivers the messages to the service
 * worker. The headless shell of Chromium denies notifications, so the permission and `showNotification` are replaced
 * too. features/notifications/server/push.test.ts sends, decrypts and checks the messages of the server.
 */

test.use({ hasMap: false });

const SETTINGS = '/app/notifications/settings';

/** Replaces the push service and the question for permission, and counts how often it was asked. */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript((endpoint) => {
    const subscription = {
      toJSON: () => ({ endpoint, keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) } }),
      unsubscribe: async () => localStorage.removeItem('test.subscribed'),
    };
    const stored = () => (localStorage.getItem('test.subscribed') === null ? null : subscription);
    Object.assign(PushManager.prototype, {
      getSubscription: async () => stored(),
      subscribe: async ({ userVisibleOnly }: { userVisibleOnly: boolean }) => {
        if (!userVisibleOnly) throw new Error('A push message must be visible.');
        localStorage.setItem('test.subscribed', 'yes');
        return subscription;
      },
    });
    const timesAskedBefore = () => Number(localStorage.getItem('test.asked'));
    Object.defineProperty(Notification, 'permission', {
      get: () => (timesAskedBefore() > 0 ? 'granted' : 'default'),
    });
    Notification.requestPermission = async () => {
      localStorage.setItem('test.asked', `${timesAskedBefore() + 1}`);
      return 'granted';
    };
  }, `https://fcm.googleapis.com/fcm/send/${randomUUID()}`);
}
const timesAsked = (page: Page) => page.evaluate(() => Number(localStorage.getItem('test.asked')));

/** Opens the connection of DevTools to the service worker of the page. */
async function workerOf(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    deliver: (message: object | string) =>
      devTools.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data: typeof message === 'string' ? message : JSON.stringify(message),
      }),
  };
}

type Shown = { title: string } & NotificationOptions;

/** Stores the notifications of the worker. As in a browser, a notification replaces one with the same tag. */
async function keepNotifications(page: Page) {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('The page has no service worker.');
  await worker.evaluate(() => {
    const shown = new Map<string, Shown>();
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options = {}) =>
      void shown.set(options.tag ?? '', { title, ...options });
  });
  return () =>
    worker.evaluate(() => {
      const { shown } = globalThis as unknown as { shown: Map<string, Shown> };
      return [...shown.values()].map(({ title, body }) => `${title}: ${body}`);
    });
}

test('누르기 전에는 묻지 않고, 켜면 다른 멤버의 열 가지 소식이 알림 하나로 보인다', async ({
  page,
  browser,
}) => {
  await withPushService(page.context());
  const editor = await newDevice(browser);
  const { url, places, address, members } = await jointCollection([
    [page, '은조'],
    [editor, '도윤'],
  ]);
  const push = page.getByRole('region', { name: '이 기기에서 받을 알림' });
  await page.goto(SETTINGS);
  await expect(push.getByText('기기 알림은 가입한 다음 날부터 켤 수 있어요.')).toBeVisible();
  await ageAccount(members[0]!.email);
  await page.reload();
  const boxes = push.getByRole('checkbox');
  await expect(boxes).toHaveCount(6);
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  expect(await timesAsked(page)).toBe(0);
  const kind = push.getByRole('checkbox', { name: '함께 쓰는 모음' });
  await kind.click();
  await expect(kind).toBeChecked();
  await expect(kind).toBeEnabled();
  expect(await timesAsked(page)).toBe(1);
  await checkScreen(page, [SETTINGS]);
  await page.goto(SETTINGS);
  await expect(kind).toBeChecked();

  await send(page, 'PUT', '/api/notifications/read', { until: Date.now() + 1000 });
  const comments = `${url}/places/${encodeURIComponent(places[0].placeId)}/comments`;
  const worker = await workerOf(page);
  const shown = await keepNotifications(page);
  let open = '';
  for (let nth = 1; nth <= 10; nth += 1) {
    await send(editor, 'POST', comments, { text: `댓글 ${nth}` });
    const { notifications } = await send<{ notifications: { id: string; count: number }[] }>(
      page,
      'GET',
      '/api/notifications',
    );
    open = `/app/notifications?open=${notifications[0]?.id}`;
    const body = `새 소식 ${notifications[0]?.count}개`;
    const navigate = new URL(open, page.url()).href;
    await worker.deliver({
      web_push: 8030,
      notification: { title: '우리 동네', body, lang: 'ko', tag: 'topic', navigate },
    });
  }
  await expect.poll(shown).toEqual(['우리 동네: 새 소식 10개']);

  await test.step('알림을 누르면 그 모음이 열리고 읽은 것이 된다', async () => {
    await page.goto(open);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.getByRole('button', { name: '메뉴 열기', exact: true })).toBeVisible();
    await page.goto(`/app/notifications?open=${randomUUID()}`);
    await expect(page).toHaveURL(/\/app\/notifications$/);
  });

  await test.step('읽을 수 없는 메시지도 알림을 보인다', async () => {
    await worker.deliver('not a message');
    await expect.poll(shown).toContain('Momokzi: ');
  });

  await test.step('모두 끄면 구독도 끝난다', async () => {
    await page.goto(SETTINGS);
    await kind.click();
    await expect(kind).not.toBeChecked();
    await expect(kind).toBeEnabled();
    expect(await page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull();
  });
});

test('알림을 누르면 열려 있던 창이 그 화면으로 가고, 창이 없으면 새로 연다', async ({ page }) => {
  await signUp(page, newMember('은조'));
  await page.goto(SETTINGS);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const { origin } = new URL(page.url());
  const app = await clickInWorker(page, `${origin}/app/settings`);
  expect(app).toEqual({ closed: 1, focused: 1, opened: [] });
  await expect(page).toHaveURL(`${origin}/app/settings`);
  await expect(page.getByRole('heading', { name: '회원정보 수정', level: 1 })).toBeVisible();

  // A notification never leads to another site.
  await clickInWorker(page, 'https://evil.example/app');
  await expect(page).toHaveURL(`${origin}/app/notifications`);

  const noWindow = await clickInWorker(page, `${origin}/app/settings`, { findsWindow: false });
  expect(noWindow).toEqual({ closed: 1, focused: 0, opened: [`${origin}/app/settings`] });
});

/**
 * Clicks a notification. Without a real one there is no activation by a person, which focusing and opening a window
 * need, so these two are counted instead. The event, the search for a window and the navigation are real.
 * @param options `findsWindow`: false if the search finds no window. The page stays open, because Chromium may end a
 * worker without a page in the middle of the click.
 */
async function clickInWorker(page: Page, navigate: string, { findsWindow = true } = {}) {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('The page has no service worker.');
  const click = { address: navigate, findsWindow };
  return worker.evaluate(async ({ address, findsWindow }) => {
    const { WindowClient, Clients, ExtendableEvent } = globalThis as unknown as {
      WindowClient: { prototype: object };
      Clients: { prototype: object };
      ExtendableEvent: typeof Event;
    };
    const seen = { closed: 0, focused: 0, opened: [] as string[] };
    Object.assign(WindowClient.prototype, { focus: async () => void (seen.focused += 1) });
    Object.assign(Clients.prototype, { openWindow: async (url: string) => void seen.opened.push(url) });
    if (!findsWindow) Object.assign(Clients.prototype, { matchAll: async () => [] });
    const event = new ExtendableEvent('notificationclick');
    const handled: Promise<unknown>[] = [];
    Object.assign(event, {
      notification: { data: { navigate: address }, close: () => void (seen.closed += 1) },
      waitUntil: (promise: Promise<unknown>) => void handled.push(promise),
    });
    globalThis.dispatchEvent(event);
    if (handled.length === 0) throw new Error('Nothing handles the click.');
    await Promise.all(handled);
    return seen;
  }, click);
}

const USER_AGENT = devices['iPhone 14'].userAgent;

test('아이폰의 Safari에서는 홈 화면에 추가하라고 하고, 추가한 앱에서는 켤 수 있다', async ({ browser }) => {
  const safari = await (await browser.newContext({ userAgent: USER_AGENT })).newPage();
  const member = await signUp(safari, newMember('은조'));
  await ageAccount(member.email);
  await safari.goto(SETTINGS);
  await expect(safari.getByText(/홈 화면에 추가해야 알림을 받을 수 있어요/)).toBeVisible();
  await safari.getByRole('button', { name: '방법 보기' }).click();
  await expect(safari.getByRole('dialog')).toBeVisible();

  const installed = await (await browser.newContext({ userAgent: USER_AGENT })).newPage();
  await installed.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await withPushService(installed.context());
  await installed.context().addCookies(await safari.context().cookies());
  await installed.goto(SETTINGS);
  const push = installed.getByRole('region', { name: '이 기기에서 받을 알림' });
  await expect(push.getByRole('checkbox')).toHaveCount(6);
});

test('차단했으면 허용하는 방법을, 쓸 수 없는 브라우저에서는 그렇다고 말한다', async ({ page, browser }) => {
  const member = await signUp(page, newMember('은조'));
  await ageAccount(member.email);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto(SETTINGS);
  await expect(page.getByText(/알림이 차단되어 있어요/)).toBeVisible();

  const other = await newDevice(browser);
  await other.context().addCookies(await page.context().cookies());
  await other.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await other.goto(SETTINGS);
  await expect(other.getByText(/이 브라우저에서는 알림을 받을 수 없어요/)).toBeVisible();
});
