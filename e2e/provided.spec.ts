import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { watchWrites, PAUSES, tapTwice } from './support/double-tap.ts';
import { backdateSignUp } from './support/database.ts';
import { productWithProvided } from './support/product-under-test.ts';
import { countTaps } from './support/count-taps.ts';
import { lowResolution } from './support/map.ts';
import { addPlace, savedRestaurants, signUp, somePlaces, viewports } from './support/member.ts';
import { openScreen } from './support/pages.ts';

type Provided = { restaurants: { id: string; name: string }[]; sources: { id: string; title: string }[] };

const port = Number(process.env.E2E_PORT ?? 3210) + 60;

/** Waits until the product, which has just started, has created the demonstration data. */
const providedAreReady = (page: Page) =>
  expect(async () => {
    const { restaurants } = (await (await page.request.get('/api/provided-restaurants')).json()) as Provided;
    expect(restaurants.length).toBeGreaterThan(10);
  }).toPass();

test.use({ baseURL: `http://localhost:${port}`, hasMap: false, ignoresSecondTaps: true });
test.describe.configure({ mode: 'serial' });

test.describe('제공 맛집', () => {
  const product = productWithProvided(port);

  test.describe('방금 TV에서 봤어요', () => {
    test.use({ viewport: viewports.phone, hasTouch: true });

    test('모먹지가 아는 회차의 집은 적지 않고 여섯 번 안에 눌러서 담고, 지도에서 끝난다', async ({
      page,
    }) => {
      await signUp(page);
      await providedAreReady(page);
      await page.goto('/app');
      const taps = countTaps();
      await taps.tap(page.getByRole('link', { name: '방금 TV에서 봤어요' }));
      await taps.tap(page.getByRole('button', { name: '예시 방송 골목의 한 그릇', exact: true }));
      await taps.tap(page.getByRole('group', { name: '회차' }).getByRole('button').first());
      const places = page.getByRole('region', { name: '이 회차에 나온 곳' });
      const names = await places
        .getByRole('checkbox')
        .evaluateAll((boxes) =>
          boxes.map(
            (box) => (box as HTMLInputElement).labels?.[0]?.querySelector('.font-bold')?.textContent ?? '',
          ),
        );
      const [first, ...others] = names;
      await taps.tap(places.getByRole('checkbox').first());
      await taps.tap(places.getByRole('button', { name: `${others.length}곳 담기` }));
      await expect(page).toHaveURL(/\/app\?area=/);
      const list = page.getByRole('list', { name: '맛집 목록' });
      for (const name of others)
        await expect(list.getByRole('link', { name: new RegExp(name) })).toBeVisible();
      const saved = (await savedRestaurants(page)).map(({ name }: { name: string }) => name);
      expect(saved.toSorted()).toEqual(others.toSorted());
      expect(saved).not.toContain(first);
      expect(taps.report('the places of an episode, without one')).toBeLessThanOrEqual(6);
    });
  });

  test('가입한 첫날 무료 회원은 보고, 가져오고, 되돌리고, 지우면 다시 제공 맛집이다', async ({ page }) => {
    await signUp(page);
    await providedAreReady(page);
    await page.goto('/app?status=provided');
    await expect(page.getByText('7일 더 볼 수 있어요')).toBeVisible();
    const ticket = page.getByRole('listitem').filter({ hasText: '추천' }).first();
    const name = (await ticket.getByRole('heading').textContent()) ?? '';
    await expect(ticket).toContainText('#');

    await ticket.getByRole('button', { name: `${name}, 내 리스트로 가져오기` }).click();
    await expect(page.getByText(`${name} 맛집을 방문 예정 리스트로 가져왔습니다.`)).toBeVisible();
    await expect(page.getByRole('heading', { name, exact: true })).toBeHidden();
    // The screen shows the ticket again before the server has answered the deletion. The request of the next press must
    // be sent after the deletion.
    await page.route('**/api/my-restaurants/*', async (route) => {
      if (route.request().method() === 'DELETE') await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

    const visited = page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: `${name}, 다녀왔어요` });
    await visited.click();
    await expect(page.getByText('도장 찍었어요.')).toBeVisible();
    await page.unroute('**/api/my-restaurants/*');
    await page.goto('/app?status=done');
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: '삭제' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
    await expect(page.getByText('맛집이 내 리스트에서 삭제되었습니다.')).toBeVisible();
    await page.goto('/app?status=provided');
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  });

  test('가져오기를 두 번 눌러도 한 곳만 가져온다', async ({ page }) => {
    await signUp(page);
    await providedAreReady(page);
    const writes = watchWrites(page);
    for (const [at, pause] of PAUSES.entries()) {
      await page.goto('/app?status=provided');
      await tapTwice(page, page.getByRole('button', { name: /, 내 리스트로 가져오기/ }).first(), pause);
      await expect(page.getByText(/방문 예정 리스트로 가져왔습니다/)).toBeVisible();
      await expect.poll(() => writes.answered()).toBe(true);
      expect(await savedRestaurants(page), `${pause} ms`).toHaveLength(at + 1);
    }
    expect(writes.sent).toHaveLength(PAUSES.length);
  });

  test('고른 곳을 두 번 눌러 가져와도 한 번만 말한다', async ({ page }) => {
    await signUp(page);
    const writes = watchWrites(page);
    for (const [at, pause] of PAUSES.entries()) {
      await page.goto('/app/sources');
      await page.getByRole('link', { name: /골목의 한 그릇/ }).click();
      await page.getByRole('button', { name: '골라서 가져오기' }).click();
      await page.getByRole('checkbox').first().click();
      await tapTwice(page, page.getByRole('button', { name: '선택한 1곳 가져오기' }), pause);
      await expect(page.getByText(/가져왔습니다/)).toBeVisible();
      await expect.poll(() => writes.answered()).toBe(true);
      await expect(page.getByText('이미 내 맛집 리스트에 있습니다.')).toHaveCount(0);
      expect(await savedRestaurants(page), `${pause} ms`).toHaveLength(at + 1);
    }
  });

  test('반년 전에 가입한 무료 회원은 보지 못한다', async ({ page }) => {
    await signInAs(page, 'free');
    await page.goto('/app?status=provided');
    await expect(page.getByRole('link', { name: /유료 회원만 볼 수 있어요/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /내 리스트로 가져오기/ })).toHaveCount(0);
    await openScreen(page, '/app/sources');
    await expect(page.getByRole('heading', { name: '무료로 보는 기간이 끝났어요' })).toBeVisible();
    await page.getByRole('link', { name: '유료 회원 혜택 보기' }).click();
    await expect(page).toHaveURL(/\/app\/payment$/);

    await test.step('결제 키가 없으면 아직 결제할 수 없다고 알린다', async () => {
      await expect(page.getByText('아직 결제할 수 없어요')).toBeVisible();
      await expect(page.getByRole('button', { name: '9,900원 결제하기' })).toBeHidden();
      await openScreen(page, '/app/payment-history');
      await expect(page.getByText('아직 결제한 적이 없어요')).toBeVisible();
    });
  });

  test.describe('지도에서', () => {
    test.use({ viewport: viewports.desktop, hasMap: true, ...lowResolution });

    test('유료 회원은 본다', async ({ page }) => {
      await signInAs(page, 'paid');
      await page.goto('/app/sources');
      const card = page.getByRole('link', { name: /골목의 한 그릇/ });
      await expect(card).toContainText(/\d+곳 중 \d+곳 다녀왔어요/);
      await card.click();
      await expect(page.getByRole('button', { name: '전체' })).toBeVisible();
      await expect(page.locator('.maplibregl-canvas')).toBeVisible();
    });
  });

  test('관리자가 표로 올린 세 출처를 무료 회원은 이레 동안, 유료 회원은 언제나 본다', async ({
    page,
    browser,
    baseURL,
  }) => {
    const csv = [
      '장소 id,이름,주소,위도,경도,전화,태그,출처,종류,회차',
      'ChIJexample1,새벽달 만둣집,대한민국 서울 중구 예시로 31,37.566,126.99,+82 2-000-0031,만두,예시 새벽 시장,방송,1회',
      'ChIJexample1,새벽달 만둣집,대한민국 서울 중구 예시로 31,37.566,126.99,+82 2-000-0031,만두,예시 동네 가이드,가이드,',
      ',느티 손국수,서울 중구 예시로 32,37.567,126.991,,,예시 월간 한 끼,잡지,봄호',
    ].join('\n');
    const titles = ['〈예시 새벽 시장〉', '〈예시 동네 가이드〉', '〈예시 월간 한 끼〉'];
    const admin = await browser.newPage({ baseURL: baseURL ?? '', viewport: viewports.desktop });
    await signInAs(admin, 'admin');
    await admin.goto('/app/admin/import');
    await admin.getByLabel('또는 표 붙여넣기').fill(csv);
    await admin.getByRole('button', { name: '미리보기' }).click();
    await admin.getByRole('button', { name: '2곳 올리기' }).click();
    await expect(admin.getByRole('heading', { name: '업로드 결과' })).toBeVisible();
    await admin.close();

    const { email } = await signUp(page);
    await page.goto('/app/sources');
    for (const title of titles) await expect(page.getByText(title)).toBeVisible();
    await page.getByRole('link', { name: /예시 동네 가이드/ }).click();
    await page.waitForURL(/\/app\/sources\/.+/);
    await expect(page.getByText('1곳 중 0곳 다녀왔어요', { exact: true })).toHaveCount(1);
    await expect(page.getByText('회차 없음')).toHaveCount(0);
    await page.getByRole('link', { name: /새벽달 만둣집/ }).click();
    await expect(page.getByRole('link', { name: '02-000-0031' })).toBeVisible();
    await expect(page.getByText('서울 중구 예시로 31', { exact: true })).toBeVisible();
    await expect(page.getByText(/에서 제공한 정보예요/)).toHaveCount(0);

    const { dataFolder } = product();
    await backdateSignUp({ email, days: 6, dataFolder });
    await page.goto('/app/sources');
    await expect(page.getByText(titles[0] ?? '')).toBeVisible();
    await backdateSignUp({ email, days: 2, dataFolder });
    await page.goto('/app/sources');
    await expect(page.getByRole('heading', { name: '무료로 보는 기간이 끝났어요' })).toBeVisible();

    const paid = await browser.newPage({ baseURL: baseURL ?? '' });
    await signInAs(paid, 'paid');
    await paid.goto('/app/sources');
    for (const title of titles) await expect(paid.getByText(title)).toBeVisible();
    await paid.close();
  });

  test('출처에서 골라 가져오고, 한도를 넘으면 하나도 오지 않고, 가 볼수록 나아간다', async ({ page }) => {
    await signUp(page);
    await expect(async () => {
      const { sources } = (await (await page.request.get('/api/provided-restaurants')).json()) as Provided;
      expect(sources.length).toBeGreaterThan(1);
    }).toPass();
    await page.goto('/app');
    await page.getByRole('link', { name: /출처별로 보기/ }).click();
    await expect(page).toHaveURL(/\/app\/sources$/);
    await page.getByRole('link', { name: /골목의 한 그릇.*다녀왔어요/ }).click();
    await expect(page).toHaveURL(/\/app\/sources\/.+/);
    const takeAll = page.getByRole('button', { name: /나머지 \d+곳 가져오기/ });
    await expect(takeAll).toBeVisible();
    await expect(page.getByText(/^\d+곳 중 0곳 다녀왔어요$/)).toBeVisible();

    await takeAll.click();
    await expect(
      page.getByText(/무료 회원은 10개까지 추가 가능합니다\. \(\d+개를 더 추가하면 초과됩니다\.\)/),
    ).toBeVisible();

    await page.getByRole('button', { name: '3회', exact: true }).click();
    await expect(page).toHaveURL(/episode=/);
    const takeTwo = async () => {
      await page.getByRole('button', { name: '골라서 가져오기' }).click();
      const boxes = page.getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await page.getByRole('button', { name: '선택한 2곳 가져오기' }).click();
      await expect(page.getByText('선택한 맛집들을 내 리스트로 가져왔습니다!')).toBeVisible();
    };
    await takeTwo();
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expect(page.getByText('2곳을 내 리스트에서 뺐어요.')).toBeVisible();
    expect(await savedRestaurants(page)).toEqual([]);
    await takeTwo();
    const source = page.url();
    await page.getByRole('button', { name: '지도에서 보기' }).click();
    await expect(page).toHaveURL(/\/app\?area=/);
    for (const { name } of await savedRestaurants(page))
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: '되돌리기' })).toBeVisible();

    await test.step('담은 곳의 회차를 다시 고르면 그 회차의 맛집이 보인다', async () => {
      await page.goto('/app/add/tv');
      await page.getByRole('button', { name: /골목의 한 그릇〉 3회/ }).click();
      const episode = page.getByRole('region', { name: '이 회차에 나온 곳' });
      await expect(episode.getByText('담음', { exact: true })).toHaveCount(2);
    });
    await page.goto(source);
    await page
      .getByRole('button', { name: /방문 예정\. 누르면 방문 완료로/ })
      .first()
      .click();
    await expect(page.getByText(/^\d+곳 중 1곳 다녀왔어요$/)).toBeVisible();

    const others = await somePlaces(page, 8);
    for (const { placeId } of others) await addPlace(page, placeId);
    await openScreen(page, '/app?status=provided');
    await page
      .getByRole('button', { name: /, 내 리스트로 가져오기/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: '유료 회원 가입' })).toBeVisible();
  });
});
