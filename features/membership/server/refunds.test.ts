import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openSharedList } from '#features/sharing/server/sharing.test-factory.ts';
import { importsOf } from '#features/transfer/server/imports.test-factory.ts';
import {
  DAY,
  eventKinds,
  ledgerRow,
  newPayer,
  openPaymentTestApp,
  openPaymentsAdmin,
  type Payer,
  type PaymentTestApp,
  type PaymentsAdmin,
  runJob,
  waitForIdle,
  reconcile,
} from './payments.test-factory.ts';
import { NO_FIELDS } from '#features/transfer/new-rows.ts';

/** Jobs that wait for an answer of the payment service. The answer never comes. */
const waiting: Promise<void>[] = [];

let on: PaymentTestApp;
let admin: PaymentsAdmin;
beforeAll(async () => {
  on = await openPaymentTestApp();
  admin = await openPaymentsAdmin(on);
});
afterEach(() => waitForIdle(on));
afterAll(async () => {
  await on.portone.close();
  await Promise.allSettled(waiting);
  await on.close();
});

describe('환불', () => {
  test('스스로 돌려주면 그 해가 없어지고, 메일이 온다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const key = 'refund-this-once-0001';
    expect((await payer.refund(paymentId, key)).status).toBe(202);
    expect((await payer.refund(paymentId, key)).status).toBe(202);
    expect((await payer.payments())[0]?.state).toBe('refund_requested');
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({
      state: 'cancelled',
      period: null,
      cancelledAmount: 9900,
    });
    expect((await payer.end()) ?? 0).toBeLessThanOrEqual(Date.now());
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
    await on.jobs.runDue();
    expect(payer.mails('환불')).toHaveLength(1);
    expect(on.portone.requests().filter((one) => one.includes(`${paymentId}/cancel`))).toHaveLength(1);
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_not_paid');
    // A payer who refunded gets no mail about the end.
    await runJob(on, 'membership.send_expiry_notices');
    expect(payer.mails('끝났어요')).toEqual([]);
  });

  test('환불로 끝난 것과 기간이 지나 끝난 것을 가르고, 다시 결제하면 잊는다', async () => {
    const payer = await newPayer(on);
    const read = async () => {
      const answer = await on.app.inject({ method: 'GET', url: '/api/me', headers: payer.headers });
      const { accountTier, endedByRefund } = answer.json().me;
      return { accountTier, endedByRefund };
    };
    const first = await payer.payAndReturn();
    expect(await read()).toEqual({ accountTier: 'paid', endedByRefund: false });
    expect((await payer.refund(first)).status).toBe(202);
    await on.jobs.runDue();
    expect(await read()).toEqual({ accountTier: 'free', endedByRefund: true });
    expect(await payer.processReturn(first)).toMatchObject({ tier: 'free' });

    const second = await payer.payAndReturn();
    expect(await read()).toEqual({ accountTier: 'paid', endedByRefund: false });
    const lastYear = new Date(Date.now() - 400 * DAY);
    await on.database
      .updateTable('payment_grants')
      .set({ counts_from: lastYear, period_from: lastYear, period_to: new Date(Date.now() - 35 * DAY) })
      .where('payment_id', '=', second)
      .execute();
    await on.database
      .updateTable('memberships')
      .set({ paid_tier_expires_at: new Date(Date.now() - 35 * DAY) })
      .where('user_id', '=', payer.userId)
      .execute();
    expect(await read()).toEqual({ accountTier: 'free', endedByRefund: false });
  });

  test('이레가 지났거나 더 썼으면 스스로는 못 하고, 이유를 안다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const mine = listOf(on.app, payer);
    for (let n = 0; n < 11; n += 1) await mine.addByHand({ name: `밥집 ${n}`, address: '서울 종로구' });
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_used');
    expect((await payer.payments())[0]?.refund).toMatchObject({ isPossible: false, refusal: 'used' });
    await on.database
      .updateTable('payments')
      .set({ paid_at: new Date(Date.now() - 8 * DAY) })
      .where('id', '=', paymentId)
      .execute();
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_too_late');
  });

  const refundOf = async (payer: Payer) => (await payer.payments())[0]?.refund;
  const LAST_YEAR = Date.now() - 365 * DAY;
  const ELEVEN = Array.from({ length: 11 }, (_, n) => ({ name: `밥집 ${n}`, address: `서울 종로구 ${n}` }));

  test('지난 날짜로 불러온 곳도 불러온 때부터 쓴 것으로 센다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const imports = importsOf(on, payer);
    const empty = { phoneNumber: '', link: '', coordinates: null, placeId: '' };
    const fields = { ...NO_FIELDS, savedAt: LAST_YEAR };
    const { id } = await imports.add(ELEVEN.map((place) => ({ place: { ...empty, ...place }, fields })));
    await imports.match(id);
    await imports.change(
      id,
      ELEVEN.map((_, position) => ({ position, choice: { from: 'hand' } })),
    );
    expect(await refundOf(payer)).toMatchObject({ isPossible: true });
    await imports.save(id, [...ELEVEN.keys()]);
    await on.jobs.runDue();
    const { restaurants } = await listOf(on.app, payer).now();
    expect(restaurants.map(({ linkedAt }) => linkedAt)).toEqual(Array(11).fill(LAST_YEAR));
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_used');
  });

  test('받아 둔 파일에서 되살린 곳도 되살린 때부터 쓴 것으로 센다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const restored = await on.app.inject({
      method: 'POST',
      url: '/api/my-data/restaurants',
      headers: payer.headers,
      payload: {
        restaurants: ELEVEN.map((place, n) => ({
          placeId: `archived-${n}`,
          place: { ...place, coordinates: null, phoneNumber: '' },
          status: '방문 예정',
          savedAt: new Date(LAST_YEAR),
          visitedAt: null,
        })),
      },
    });
    expect(restored.json().rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      Array(11).fill('added'),
    );
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_used');
  });

  test('공유받은 곳은 내 맛집으로 바꾼 때부터 쓴 것으로 센다', async () => {
    const payer = await newPayer(on);
    const post = (url: string, payload?: object) =>
      on.app.inject({
        method: 'POST',
        url,
        headers: { ...payer.headers, 'idempotency-key': randomUUID() },
        ...(payload && { payload }),
      });
    const shows = { ratings: true, reviews: true, memos: true, photos: false };
    const { owner, link } = await openSharedList(on, { title: '을지로', shows });
    const restaurantIds = await Promise.all(ELEVEN.map(() => placeInCatalogue(on.database)));
    for (const id of restaurantIds) await listOf(on.app, owner).addPlace(id);
    // The restaurants are taken over one at a time, because a free member cannot take over eleven at once.
    for (const id of restaurantIds) {
      const taken = await post(`/api/shared-lists/${link.id}/taken`, { restaurantIds: [id] });
      expect(taken.json()).toMatchObject({ added: [{ id }] });
    }
    const paymentId = await payer.payAndReturn();
    expect(await refundOf(payer)).toMatchObject({ isPossible: true });
    for (const id of restaurantIds)
      expect((await post(`/api/my-restaurants/${id}/convert`)).statusCode).toBe(200);
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_used');
  });

  test.each([{ counts_since: new Date(LAST_YEAR) }, { counts_since: null, linked_at: new Date(LAST_YEAR) }])(
    '결제하기 전에 담은 곳은 지웠다 되돌려도 쓴 것이 아니다 (%o)',
    async (before) => {
      const payer = await newPayer(on);
      await payer.payAndReturn();
      const mine = listOf(on.app, payer);
      for (const place of ELEVEN) await mine.addByHand(place);
      await on.database
        .updateTable('my_restaurants')
        .set(before)
        .where('user_id', '=', payer.userId)
        .execute();
      const [first] = (await mine.now()).restaurants;
      await mine.remove(first?.id ?? '');
      expect((await mine.restore(first?.id ?? '')).statusCode).toBe(200);
      expect(await refundOf(payer)).toMatchObject({ isPossible: true });
      await mine.addByHand({ name: '새 밥집', address: '서울 종로구' });
      expect(await refundOf(payer)).toMatchObject({ isPossible: false, refusal: 'used' });
    },
  );

  test('환불을 요청한 뒤에 더 썼으면 돌려주지 않고 다시 유료다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const end = await payer.end();
    await payer.refund(paymentId);
    const mine = listOf(on.app, payer);
    for (let n = 0; n < 11; n += 1) await mine.addByHand({ name: `밥집 ${n}`, address: '서울 종로구' });
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({
      state: 'paid',
      refund: { isPossible: false, refusal: 'used', hasFailed: false },
    });
    expect(await payer.end()).toBe(end);
    expect(on.portone.requests().some((one) => one.includes(`${paymentId}/cancel`))).toBe(false);
  });

  test.each(['hangs', 'cut'] as const)(
    '대답이 오지 않아도(%s) 훑는 일이 끝내고, 두 번 돌려주지 않는다',
    async (cancel) => {
      const payer = await newPayer(on);
      const paymentId = await payer.payAndReturn();
      on.portone.set({ cancel, webhooks: 'never' });
      await payer.refund(paymentId);
      waiting.push(on.jobs.runDue());
      await expect
        .poll(() => on.portone.requests().some((one) => one.includes(`${paymentId}/cancel`)))
        .toBe(true);
      on.portone.resetFaults();
      const swept = async () => {
        await reconcile(on, [paymentId]);
        return (await payer.payments())[0]?.state;
      };
      await expect.poll(swept, { timeout: 10_000 }).toBe('cancelled');
      const kinds = await eventKinds(on.database, paymentId);
      expect(kinds.filter((kind) => kind === 'state cancelled')).toHaveLength(1);
    },
  );

  test('나중에 되는 환불은 기다리고, 안 되면 다시 유료이며 관리자에게 보인다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const end = await payer.end();
    on.portone.set({ cancel: 'requested_then_failed' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('refund_requested');
    await on.portone.hurry();
    await reconcile(on, [paymentId]);
    expect((await payer.payments())[0]).toMatchObject({ state: 'paid', refund: { hasFailed: true } });
    expect(await payer.end()).toBe(end);
    expect(await admin.flagsOf(paymentId)).toEqual(['refund_failed']);

    on.portone.set({ cancel: 'pg_error' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('paid');

    on.portone.set({ cancel: 'requested' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    await on.portone.hurry();
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('cancelled');
  });

  test('이미 돌려준 것은 물어보고 끝낸다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    on.portone.set({ webhooks: 'never' });
    await payer.refund(paymentId);
    await on.portone.console('cancel', paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('cancelled');
  });

  test('기다리는 사이에 콘솔에서 일부를 돌려주어도 나머지까지 돌려준다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    on.portone.set({ webhooks: 'never' });
    await payer.refund(paymentId);
    await on.portone.console('cancel', paymentId, 900);
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'cancelled', cancelledAmount: 9900 });
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
  });

  test('콘솔에서 돌려준 것도 그 해가 없어진다. 일부면 그만큼 짧아진다', async () => {
    const payer = await newPayer(on);
    const began = Date.now();
    const paymentId = await payer.payAndReturn();
    const end = (await payer.end()) ?? 0;
    await on.portone.console('cancel', paymentId, 4950);
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'partly_cancelled', cancelledAmount: 4950 });
    const half = (end - began) / 2;
    expect(Math.abs(((await payer.end()) ?? 0) - (began + half))).toBeLessThan(DAY);
    await on.portone.console('cancel', paymentId);
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'cancelled', cancelledAmount: 9900 });
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
  });

  test('돌려준 소식이 낸 소식보다 먼저 와도 주는 것이 없다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'held' });
    const paymentId = await payer.pay();
    await on.portone.console('cancel', paymentId);
    await on.portone.release('backwards');
    await on.jobs.runDue();
    expect((await ledgerRow(on.database, paymentId)).state).toBe('cancelled');
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
  });
});
