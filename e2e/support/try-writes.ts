import { type BrowserContext, expect, type Locator, type Page, test } from './test.ts';
import { grantPaidTier } from './database.ts';
import { type Failure, FAILURES, failWrites } from './failing-writes.ts';
import { send } from './joint-collection.ts';
import { addPlace, newMember, signUp, somePlaces } from './member.ts';

export type Place = { placeId: string; name: string };
/** The places of the member's list, and places that are not in it. */
export type World = {
  context: BrowserContext;
  places: readonly Place[];
  unsaved: readonly Place[];
  collectionId: string;
};

/** A write that the device stores and sends later. */
type KeptWrite = {
  isKept: true;
  /** The sentence of the specification for a failure. */
  failed: string;
  /** Whether screens show the waiting change in place, without a message. */
  isMarked?: boolean;
};
/** A write that needs the server. It fails at once. */
type DirectWrite = {
  isKept: false;
  failed: string;
  /** What the screen says instead of the common sentences. */
  says?: Partial<Record<Failure, RegExp>>;
};

export type WriteCase = (KeptWrite | DirectWrite) & {
  screen: string;
  write: string;
  /** Opens the screen and prepares the write. `at` counts the failures, so that each uses another place. */
  open: (page: Page, world: World, at: number) => Promise<unknown>;
  target: (page: Page, world: World, at: number) => Locator;
  /** Presses the button of a confirmation. */
  confirm?: (page: Page) => Promise<unknown>;
  /** Checks that nothing that was typed is lost. */
  stays?: (page: Page) => Promise<unknown>;
  /** Whether the button is disabled without a network. The strip of the screen gives the reason. */
  isDisabledOffline?: boolean;
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const NEXT: Record<'kept' | 'direct', Record<Failure, RegExp>> = {
  kept: {
    offline: /이 기기에 저장했어요\. 인터넷에 연결되면 동기화돼요\./,
    server: /서버에 문제가 있어 잠시 뒤 다시 동기화해요\./,
    reset: /이 기기에 저장했어요\. 잠시 뒤 다시 동기화해요\./,
    slow: /이 기기에 저장했어요\. 잠시 뒤 다시 동기화해요\./,
  },
  direct: {
    offline: /인터넷이 끊겼어요\. 연결을 확인해 주세요\./,
    server: /서버에 문제가 생겼어요\. 잠시 후 다시 시도해 주세요\./,
    reset: /연결이 끊겼어요\. 다시 시도해 주세요\./,
    slow: /응답이 너무 늦어요\. 연결을 확인하고 다시 시도해 주세요\./,
  },
};

/** Declares a story for each write. It tries every failure. */
export function tryEach(cases: readonly WriteCase[]): void {
  for (const each of cases)
    test(`${each.screen}, ${each.write}: 실패하면 무엇이 어떻게 됐는지 읽을 수 있다`, async ({
      page,
      context,
    }) => {
      const member = await signUp(page, newMember('은조'));
      await grantPaidTier(member.email);
      const found = await somePlaces(page, 12);
      const [places, unsaved] = [found.slice(0, 8), found.slice(8)];
      for (const { placeId } of places) expect((await addPlace(page, placeId)).status()).toBe(201);
      const { id: collectionId } = await send<{ id: string }>(page, 'POST', '/api/collections', {
        name: '우리 동네',
        colour: 'pink',
        icon: 'soup',
        restaurantIds: places.slice(4).map(({ placeId }) => placeId),
      });
      const world = { context, places, unsaved, collectionId };
      for (const [at, failure] of FAILURES.entries())
        await test.step(failure, () => tryWrite(each, { world, at, failure }));
    });
}

async function tryWrite(
  each: WriteCase,
  { world, at, failure }: { world: World; at: number; failure: Failure },
) {
  const page = await world.context.newPage();
  if (failure === 'slow') await page.clock.install();
  await each.open(page, world, at);
  const target = each.target(page, world, at);
  await expect(target).toBeVisible();
  // Parts of a screen that load later, and the button to the top, which scrolling shows, would take the press.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForLoadState('networkidle');
  const failing = await failWrites(page, failure);
  if (failure === 'offline' && each.isDisabledOffline) await expect(target).toBeDisabled();
  else {
    await target.click();
    await each.confirm?.(page);
    await failing.sent();
  }
  const wanted = (!each.isKept && each.says?.[failure]) || NEXT[each.isKept ? 'kept' : 'direct'][failure];
  const isQuiet = each.isKept && each.isMarked === true && failure !== 'server';
  const read =
    failure === 'offline' && each.isDisabledOffline
      ? page.getByRole('status').filter({ hasText: /연결되면 (할|바꿀|쓸) 수 있어요/ })
      : isQuiet
        ? page.getByText('대기 중').or(page.getByRole('link', { name: /^동기화 대기 \d/ }))
        : page.locator('.toast, [role=alert], [role=status]').filter({ hasText: wanted });
  const start = Date.now();
  await expect(read.first()).toBeVisible();
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (failure === 'server' && each.failed) await expect(read.first()).toContainText(each.failed);
  await expect(
    page.locator('.toast').filter({ hasText: /되었습니다|삭제했어요|담았어요|뺐어요/ }),
  ).toHaveCount(0);
  await each.stays?.(page);
  const text = (await page.locator('.toast, [role=alert]:visible, [role=status]:visible').allInnerTexts())
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' | ');
  test.info().annotations.push({
    type: 'read',
    description: [each.screen, each.write, failure, `${seconds} s`, text].join('\t'),
  });
  await failing.end();
  if (each.isKept) {
    await page.goto('/app/outbox');
    await button(page, '지금 동기화')
      .click({ timeout: 3_000 })
      .catch(() => undefined);
    await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
  }
  await page.close();
}
