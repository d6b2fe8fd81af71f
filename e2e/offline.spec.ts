import { expect, type Page, test } from './support/test.ts';
import { openChangingProxy } from './support/changing-proxy.ts';
import { REMOVAL_WORKER } from '../features/site/server/removal-worker.ts';
import { addPlace, findPlace, logIn, newMember, savedRestaurants, signUp } from './support/member.ts';
import { storedOnDevice } from './support/stored-on-device.ts';

const WORKER = '/service-worker.js';

const controllerState = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller?.state ?? null);

/** Opens the list and waits until this device can open it without a network. */
async function prepareDevice(page: Page): Promise<void> {
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /국밥|하동관|집/ }).first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
        if (active?.state !== 'activated' || !navigator.serviceWorker.controller) return false;
        const names = (await indexedDB.databases()).map(({ name }) => name);
        return names.includes('momokzi-documents');
      }),
    )
    .toBe(true);
}

test('지하철에서: 아이콘, 주소, 새로고침으로 열고, 나가면 아무것도 남지 않는다', async ({
  page,
  context,
}) => {
  const member = await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await prepareDevice(page);
  await expect.poll(() => storedOnDevice(page)).toContain(name);

  const tile = 'https://tiles.openfreemap.org/planet/14/13971/6345.pbf';
  const readTile = () => page.evaluate((url) => fetch(url).then((answer) => answer.text()), tile);
  await context.route(tile, (route) =>
    route.fulfill({ body: '타일', headers: { 'access-control-allow-origin': '*' } }),
  );
  // The worker stores tiles only after it has read the setting, shortly after its start.
  await expect.poll(async () => [await readTile(), await storedOnDevice(page)].join()).toContain(tile);

  await context.setOffline(true);
  await context.route(tile, (route) => route.abort('internetdisconnected'));
  expect(await readTile()).toBe('타일');
  await test.step('새로고침', async () => {
    await page.reload();
    await expect(page.getByText(name).first()).toBeVisible();
    const strip = page.getByRole('status').filter({ hasText: /마지막으로 확인: 오늘 \d\d:\d\d/ });
    await expect(strip).toContainText(
      '오프라인이에요. 저장된 내용을 보여 드려요. 바꾼 내용은 인터넷에 연결되면 동기화돼요.',
    );
  });
  await test.step('아이콘', async () => {
    await page.close();
    page = await context.newPage();
    await page.goto('/app');
    await expect(page.getByText(name).first()).toBeVisible();
  });
  await test.step('주소: 상세, 일지, 출처', async () => {
    await page.goto(`/app/restaurant/${encodeURIComponent(placeId)}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    const strip = page.getByRole('main').getByRole('status').filter({ hasText: '인터넷이 끊겼어요' });
    const isLowerEdgeInFront = () =>
      strip.evaluate((element) => {
        const { left, width, bottom } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, bottom - 2));
      });
    await expect.poll(isLowerEdgeInFront).toBe(true);
    await page.goto('/app/momokzi-journal');
    await expect(page.getByRole('button', { name: '메뉴' }).first()).toBeVisible();
  });
  await test.step('서버의 페이지는 그 자리에서 알린다', async () => {
    await page.goto('/faq');
    await expect(page.getByText('인터넷이 끊겼어요')).toBeVisible();
    await page.getByRole('link', { name: '홈' }).click();
    await expect(page.getByText(name).first()).toBeVisible();
  });

  await test.step('나가면 저장된 것이 없다', async () => {
    await context.setOffline(false);
    await page.goto('/app');
    await expect.poll(() => storedOnDevice(page)).toContain(member.email);
    await page.getByRole('button', { name: '메뉴' }).first().click();
    await page.getByRole('button', { name: '로그아웃' }).click();
    await expect(page).toHaveURL(/\/$/);
    const stored = await storedOnDevice(page);
    expect(stored).not.toContain(member.email);
    expect(stored).not.toContain(name);
    expect(stored).not.toContain('momokzi-private');
  });
});

test('설정은 인터넷 없이도 열려서 아는 것을 보여 주고, 쓰던 것은 연결될 때까지 남는다', async ({
  page,
  context,
}) => {
  await signUp(page);
  await addPlace(page, (await findPlace(page, 'ㅎㄷㄱ')).placeId);
  await prepareDevice(page);
  await page.goto('/app/settings/security');
  await expect(page.getByText('이 기기', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '2단계 인증 켜기' })).toBeVisible();
  await expect(page.getByText('바꿀 수 있어요')).toHaveCount(0);
  await expect.poll(() => storedOnDevice(page)).toContain('"isCurrent":true');
  await page.close();

  await context.setOffline(true);
  const opened = await context.newPage();
  await opened.goto('/app/settings/security');
  const strip = opened.getByRole('status').filter({ hasText: '마지막으로 확인: 오늘' });
  await expect(strip).toContainText('인터넷에 연결되면 바꿀 수 있어요.');
  await expect(opened.getByText('이 기기', { exact: true })).toBeVisible();
  await expect(opened.getByRole('button', { name: '2단계 인증 켜기' })).toBeVisible();
  await expect(opened.getByText('인터넷에 연결되면 바꿀 수 있어요.')).toHaveCount(1);
  await opened.goto('/app/settings/account');
  const nickname = opened.getByRole('textbox', { name: '닉네임' });
  const change = opened.getByRole('button', { name: '닉네임 바꾸기' });
  await nickname.fill('땅속 사람');
  await expect(change).toBeDisabled();

  await context.setOffline(false);
  await expect(opened.getByText('인터넷에 연결되면 바꿀 수 있어요.')).toHaveCount(0);
  await expect(nickname).toHaveValue('땅속 사람');
  await change.click();
  await expect(opened.getByText('닉네임을 바꿨어요.')).toBeVisible();
});

test('한 기기를 두 사람이 쓰면, 뒤에 온 사람에게는 앞 사람의 것이 없다', async ({ page, context }) => {
  const first = await signUp(page);
  const place = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, place.placeId);
  await prepareDevice(page);
  await expect.poll(() => storedOnDevice(page)).toContain(place.name);

  await test.step('로그인이 풀리면 저장된 것도 지워진다', async () => {
    await context.clearCookies({ name: /session/ });
    await page.goto('/app');
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => storedOnDevice(page)).not.toContain(first.email);
    expect(await storedOnDevice(page)).not.toContain(place.name);
  });

  await test.step('다른 사람이 로그인하면 그 사람의 것만 열린다', async () => {
    const second = await signUp(page, newMember('보리'));
    const other = await findPlace(page, '국');
    await addPlace(page, other.placeId);
    await page.goto('/app');
    await expect(page.getByText(other.name).first()).toBeVisible();
    await expect.poll(() => storedOnDevice(page)).toContain(other.name);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(other.name).first()).toBeVisible();
    const stored = await storedOnDevice(page);
    expect(stored).toContain(second.email);
    expect(stored).not.toContain(first.email);
    expect(stored).not.toContain(place.name);
  });
});

test('새 버전은 알리고, 쓰는 동안 기다렸다가 다음 화면에서 적용된다', async ({ page, baseURL }) => {
  const proxy = await openChangingProxy({ target: baseURL ?? '', port: 0 });
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  try {
    // Cookies are valid for all ports of a host, so the member is also signed in at the proxy.
    await page.goto(`${proxy.url}/app`);
    await expect(page.getByText(name).first()).toBeVisible();
    await expect.poll(() => controllerState(page)).toBe('activated');
    await page.goto(`${proxy.url}/app/edit/${encodeURIComponent(placeId)}`);
    await page.getByLabel('출처 메모', { exact: true }).fill('쓰는 중');
    // This property is lost when the document is loaded again.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const isSameDocument = () => page.evaluate(() => 'isSameDocument' in window);

    proxy.change(WORKER, (worker) => `${worker}\n// next`);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText('새 버전이 준비됐어요')).toBeVisible();
    await test.step('쓰는 동안에는 그대로', async () => {
      await page.getByRole('link', { name: '홈' }).first().click();
      await page.getByRole('button', { name: '나가기' }).click();
      await expect(page).toHaveURL(/\/app$/);
      await expect(page.getByText(name).first()).toBeVisible();
      expect(await isSameDocument()).toBe(true);
    });
    await test.step('다음 화면에서 바뀐다', async () => {
      await page.getByRole('link', { name: '일지' }).first().click();
      await page.waitForFunction(() => !('isSameDocument' in window));
      await expect(page).toHaveURL(/momokzi-journal/);
      const waiting = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null);
      await expect.poll(waiting).toBeNull();
    });
  } finally {
    await proxy.stop();
  }

  await test.step('서버가 멈춰도 마지막으로 본 것이 열린다', async () => {
    await page.goto(`${proxy.url}/app`);
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(page.getByText(/마지막으로 확인: 오늘/)).toBeVisible();
  });
});

const registrations = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());
const YEAR_MS = 365 * 86_400_000;

test('일 년 만에 켠 기기는 새 버전으로 열려 보낼 것을 보내고, 워커를 끄면 보낼 것만 남는다', async ({
  page,
  context,
  baseURL,
}) => {
  // On a busy machine the workers are replaced late.
  test.setTimeout(300_000);
  const proxy = await openChangingProxy({ target: baseURL ?? '', port: 0 });
  const member = await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  const stub = page.getByRole('button', { name: new RegExp(`${name}.*방문`) });
  const home = `${proxy.url}/app`;
  try {
    await test.step('작년: 지난 버전에서 인터넷 없이 도장을 찍는다', async () => {
      // The worker of last year has one more file in its precache.
      proxy.change(WORKER, (worker) =>
        worker.replace(
          '[{\\"url\\"',
          () => '[{\\"url\\":\\"/robots.txt\\",\\"revision\\":\\"1\\"},{\\"url\\"',
        ),
      );
      await page.clock.setFixedTime(Date.now() - YEAR_MS);
      await page.goto(home);
      await expect(stub).toBeVisible();
      await expect.poll(() => controllerState(page)).toBe('activated');
      expect(await storedOnDevice(page)).toContain('/robots.txt');
      await page.evaluate(() => caches.open(`workbox-precache-v1-${location.origin}/`));
      proxy.cutWrites(true);
      await stub.click();
      await expect(page.getByText('동기화 대기 1')).toBeVisible();
      await expect.poll(() => storedOnDevice(page)).toContain(member.email);
    });

    await test.step('올해: 인터넷 없이 켜면 작년에 본 것이 열린다', async () => {
      await page.clock.setFixedTime(Date.now());
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByText(/마지막으로 확인: \d{4}년/)).toBeVisible();
      await expect(page.getByText('동기화 대기 1')).toBeVisible();
    });

    await test.step('지금 버전은 로그인을 청하고, 보낼 것을 보내고, 지난 버전의 파일을 지운다', async () => {
      proxy.change(WORKER, (worker) => worker);
      proxy.cutWrites(false);
      await context.clearCookies({ name: /session/ });
      await context.setOffline(false);
      await page.goto(home);
      await expect(page).toHaveURL(/\/login/);
      await logIn(page, member, proxy.url);
      await expect(page.getByText('새 버전이 준비됐어요')).toBeVisible();
      await expect.poll(() => savedRestaurants(page)).toMatchObject([{ id: placeId, status: '방문 완료' }]);
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
      await page.getByRole('link', { name: '일지' }).first().click();
      await page.waitForFunction(() => !('isSameDocument' in window));
      // If the old worker is busy, the page is reloaded without the new worker. The next screens apply the new worker.
      await expect(async () => {
        for (const name of ['맛집', '일지']) {
          await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
        }
        expect(await storedOnDevice(page)).not.toContain('/robots.txt');
      }).toPass({ intervals: [3_000] });
      await expect.poll(() => cacheNames(page)).not.toContain(`workbox-precache-v1-${proxy.url}/`);
    });

    await test.step('SERVICE_WORKER=off', async () => {
      await page.goto(home);
      proxy.cutWrites(true);
      await stub.click();
      await expect(page.getByText('동기화 대기 1')).toBeVisible();
      expect(await registrations(page)).toBe(1);
      proxy.change(WORKER, () => REMOVAL_WORKER);
      proxy.change('/api/site', (site) => site.replace('"isOn":true', () => '"isOn":false'));
      // The browser replaces the old worker when it is idle. With developer tools, that may take until the next page.
      await expect(async () => {
        await page.goto(home);
        await expect.poll(() => registrations(page), { timeout: 5_000 }).toBe(0);
      }).toPass();
      await page.goto(home);
      await expect(page.getByText('동기화 대기 1')).toBeVisible();
      await expect.poll(() => cacheNames(page)).toEqual([]);
      expect(await storedOnDevice(page)).toContain('restaurants.change');
      proxy.cutWrites(false);
      await page.goto(home);
      await expect.poll(() => savedRestaurants(page)).toMatchObject([{ id: placeId, status: '방문 예정' }]);
    });
  } finally {
    await proxy.stop();
  }
});

test('다른 앱에서 공유한 글과 사진이 등록 화면에 들어온다', async ({ page, context }) => {
  const member = await signUp(page);
  const { placeId } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await prepareDevice(page);
  /** Sends the form that browsers send for `share_target`. */
  const share = async (fields: Record<string, string>, pictures: readonly Buffer[] = []) => {
    await page.evaluate((values) => {
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        action: '/app/add',
        enctype: 'multipart/form-data',
        id: 'share',
      });
      for (const [name, value] of Object.entries(values)) {
        const input = document.createElement('input');
        form.append(Object.assign(input, { name, value }));
      }
      const files = document.createElement('input');
      form.append(Object.assign(files, { name: 'pictures', type: 'file', multiple: true }));
      document.body.append(form);
    }, fields);
    await page
      .locator('#share input[type=file]')
      .setInputFiles(pictures.map((buffer) => ({ name: 'caption.png', mimeType: 'image/png', buffer })));
    await page.evaluate(() => document.querySelector<HTMLFormElement>('#share')?.submit());
  };

  await share({ title: '', text: '[네이버지도] 없는집\n서울 종로구 예시로 1', url: '' });
  await expect(page).toHaveURL(/\/app\/add$/);
  await expect(page.getByText('없는집').first()).toBeVisible();

  await page.goto('/app');
  await share({ title: '', text: '', url: '' }, [await page.screenshot()]);
  await expect(page).toHaveURL(/\/app\/add$/);
  await expect(page.getByText('캡처 한 장으로 담기')).toBeVisible();
  expect(await storedOnDevice(page)).not.toContain('sharedAt');

  await test.step('스무 장보다 많으면 앞의 스무 장만 받고, 받지 못한 수를 알린다', async () => {
    await page.goto('/app');
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 9, height: 9 } });
    await share({ title: '', text: '', url: '' }, Array<Buffer>(22).fill(picture));
    await expect(page.getByText('2장은 받지 못했어요')).toBeVisible();
    await expect(page.getByText('캡처 20장에서 찾은 곳')).toBeVisible();
  });

  await test.step('서비스 워커가 없으면 다시 공유해 달라고 한다', async () => {
    const answer = await page.request.post('/app/add', { multipart: { text: '골목집' }, maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([303, '/app/add?shared=lost']);
    await page.goto('/app/add?shared=lost');
    await expect(page.getByText('다시 공유해 주세요')).toBeVisible();
  });

  await test.step('로그인이 풀린 동안 공유한 사진은 로그인한 뒤에 들어온다', async () => {
    await page.goto('/app');
    const picture = await page.screenshot();
    await context.clearCookies({ name: /session/ });
    await share({ title: '', text: '', url: '' }, [picture]);
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('이메일').fill(member.email);
    await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: '로그인', exact: true }).click();
    await expect(page).toHaveURL(/\/app\/add$/);
    await expect(page.getByText('캡처 한 장으로 담기')).toBeVisible();
  });

  await test.step('공유한 사진이 더는 없으면 다시 공유해 달라고 한다', async () => {
    await page.goto('/app/add?shared=pictures');
    await expect(page.getByText('다시 공유해 주세요')).toBeVisible();
  });
});
