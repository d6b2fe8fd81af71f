import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Portone, startPortone } from './portone.ts';
import { sign } from './webhooks.ts';

type ReceivedRequest = { headers: Record<string, string>; body: string };

let clock = 0;
let portone: Portone;
let merchant: Server;
let received: ReceivedRequest[] = [];
let merchantAnswers: number[] = [];

beforeAll(async () => {
  merchant = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(merchantAnswers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/webhook`;
  portone = await startPortone({ port: 0, webhookUrl, now: () => Date.now() + clock });
});
afterEach(async () => {
  portone.resetFaults();
  await portone.quiet();
  await portone.hurry();
  await portone.quiet();
  received = [];
  merchantAnswers = [];
});
afterAll(async () => {
  await portone.close();
  merchant.close();
});

let number = 0;
const newId = () => `pay_${String(++number).padStart(8, '0')}`;
const AMOUNT = 9900;

type Asked = { body?: unknown; key?: string; authorization?: string };
async function api(path: string, { body, key, authorization }: Asked = {}) {
  const answer = await fetch(`${portone.url}${path}`, {
    headers: {
      authorization: authorization ?? `PortOne ${portone.apiSecret}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    // PortOne's server SDK also sends JSON with content type text/plain.
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : null };
}
const lookUp = async (id: string) => (await api(`/payments/${id}?`)).json;
const cancel = (id: string, body: object = {}, key?: string) =>
  api(`/payments/${id}/cancel`, { body: { reason: '테스트', ...body }, ...(key && { key }) });
const typesOf = (): string[] => received.map(({ body }) => JSON.parse(body).type);

async function paid(): Promise<string> {
  const paymentId = newId();
  await portone.pay({ paymentId, totalAmount: AMOUNT });
  await portone.quiet();
  received = [];
  return paymentId;
}

describe('결제창', () => {
  test('결제하면 PAID이고 필수 값이 다 있다', async () => {
    const paymentId = newId();
    const customer = { customerId: 'member-1', fullName: '김예시', email: 'yesi@example.com' };
    const answer = await portone.pay({ paymentId, totalAmount: AMOUNT, customer });
    expect(answer).toEqual({ transactionType: 'PAYMENT', paymentId, txId: expect.any(String) });
    const payment = await lookUp(paymentId);
    expect(payment).toMatchObject({
      status: 'PAID',
      id: paymentId,
      transactionId: answer?.txId,
      storeId: portone.storeId,
      version: 'V2',
      currency: 'KRW',
      orderName: '테스트 주문',
      disputes: [],
      amount: { total: 9900, discount: 0, paid: 9900, cancelled: 0 },
      channel: { type: 'TEST', key: portone.channelKeys.card, pgProvider: 'TOSSPAYMENTS' },
      customer: { id: 'member-1', name: '김예시', email: 'yesi@example.com' },
      method: { type: 'PaymentMethodCard' },
    });
    const required = [
      'merchantId',
      'requestedAt',
      'updatedAt',
      'statusChangedAt',
      'paidAt',
      'origin',
      'receiptUrl',
    ];
    for (const field of required) expect(payment).toHaveProperty(field);
    expect(payment).toHaveProperty('fieldFromTheFuture');
    await portone.quiet();
    expect(new Set(typesOf())).toEqual(new Set(['Transaction.Paid', 'Transaction.Ready']));
  });

  test('실패와 취소는 FAILED이고, 같은 번호로 다시 낼 수 있다', async () => {
    const paymentId = newId();
    const failed = await portone.pay({ paymentId, totalAmount: AMOUNT }, 'failed');
    expect(failed).toMatchObject({ code: 'PGProviderError', pgCode: 'EXCEED_MAX_AMOUNT' });
    expect(await lookUp(paymentId)).toMatchObject({
      status: 'FAILED',
      failure: { reason: '카드 한도 초과', pgCode: 'EXCEED_MAX_AMOUNT', pgMessage: expect.any(String) },
    });
    expect(await portone.pay({ paymentId, totalAmount: AMOUNT }, 'cancelled')).toMatchObject({
      pgCode: 'PAY_PROCESS_CANCELED',
    });
    await portone.pay({ paymentId, totalAmount: AMOUNT });
    expect((await lookUp(paymentId)).status).toBe('PAID');
  });

  test('창을 닫으면 READY로 남는다', async () => {
    const paymentId = newId();
    const closed = await portone.pay({ paymentId, totalAmount: AMOUNT }, 'closed');
    expect(closed).toHaveProperty('code');
    expect((await lookUp(paymentId)).status).toBe('READY');
  });

  test('늦게 확정: PAY_PENDING을 거쳐 PAID가 된다', async () => {
    const paymentId = newId();
    expect(await portone.pay({ paymentId, totalAmount: AMOUNT }, 'pending')).not.toHaveProperty('code');
    expect((await lookUp(paymentId)).status).toBe('PAY_PENDING');
    await portone.hurry();
    expect((await lookUp(paymentId)).status).toBe('PAID');
    await portone.quiet();
    expect(new Set(typesOf())).toEqual(
      new Set(['Transaction.Ready', 'Transaction.PayPending', 'Transaction.Paid']),
    );
  });

  test('돌아오지 않아도 결제는 되었다', async () => {
    const paymentId = newId();
    expect(await portone.pay({ paymentId, totalAmount: AMOUNT }, 'unreturned')).toBeNull();
    expect((await lookUp(paymentId)).status).toBe('PAID');
  });

  test('등록한 금액과 다르거나, 낸 결제이거나, 모르는 상점과 채널이면 열지 않는다', async () => {
    const paymentId = newId();
    const body = { totalAmount: AMOUNT, currency: 'KRW' };
    expect((await api(`/payments/${paymentId}/pre-register`, { body })).status).toBe(200);
    expect((await api(`/payments/${paymentId}`)).json.type).toBe('PAYMENT_NOT_FOUND');
    const open = (more: object) => portone.open({ paymentId, totalAmount: AMOUNT, ...more });
    expect(open({ totalAmount: 100 })).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    expect(open({ currency: 'USD' })).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    expect(open({ storeId: 'store-other' })).toMatchObject({ code: 'StoreNotFound' });
    expect(open({ channelKey: 'channel-key-other' })).toMatchObject({ code: 'ChannelNotFound' });
    expect(open({ channelKey: portone.channelKeys.kakaopay })).toMatchObject({ code: 'PGProviderError' });
    expect(open({ currency: 'CURRENCY_KRW' })).toHaveProperty('txId');
    await portone.pay({ paymentId, totalAmount: AMOUNT, payMethod: 'EASY_PAY' });
    expect((await lookUp(paymentId)).method).toMatchObject({
      type: 'PaymentMethodEasyPay',
      provider: 'KAKAOPAY',
    });
    expect(open({})).toMatchObject({ code: 'PaymentAlreadyPaid' });
    expect((await api(`/payments/${paymentId}/pre-register`, { body })).json.type).toBe('ALREADY_PAID');
  });

  test('두 창에서 내면 하나만 된다', async () => {
    const paymentId = newId();
    const [one, two] = [0, 1].map(() => portone.open({ paymentId, totalAmount: AMOUNT }));
    if (!one || !two || !('txId' in one && 'txId' in two))
      throw new Error('Both payment windows should open.');
    const answers = [portone.settle(one.txId, 'paid'), portone.settle(two.txId, 'paid')];
    expect(answers.map((answer) => answer?.code)).toEqual([undefined, 'PaymentAlreadyPaid']);
    expect((await lookUp(paymentId)).transactionId).toBe(one.txId);
  });
});

describe('REST', () => {
  test.each(['', 'Bearer x', 'PortOne wrong', 'portone sandbox-portone-api-secret'])(
    '열쇠 %j: 401',
    async (authorization) => {
      expect(await api('/payments/x', { authorization })).toMatchObject({
        status: 401,
        json: { type: 'UNAUTHORIZED' },
      });
    },
  );

  test('없는 결제는 404, 다른 상점은 403, 망가진 요청은 400', async () => {
    expect(await api('/payments/none')).toMatchObject({ status: 404, json: { type: 'PAYMENT_NOT_FOUND' } });
    expect((await api('/payments/none?storeId=store-other')).status).toBe(403);
    const paymentId = await paid();
    expect((await cancel(paymentId, { storeId: 'store-other' })).status).toBe(403);
    for (const body of [{}, { reason: '' }, { reason: '가', amount: 0 }, { reason: '가', amount: 'x' }, []])
      expect((await api(`/payments/${paymentId}/cancel`, { body })).json).toMatchObject({
        type: 'INVALID_REQUEST',
      });
  });

  test('채널이 LIVE일 수도 있고, 거짓을 말하게 할 수도 있다', async () => {
    portone.set({ channelType: 'LIVE' });
    const paymentId = await paid();
    expect((await lookUp(paymentId)).channel.type).toBe('LIVE');
    portone.tamper(paymentId, { currency: 'USD', storeId: 'store-other' });
    expect(await lookUp(paymentId)).toMatchObject({ currency: 'USD', storeId: 'store-other' });
    portone.tamper(paymentId, null);
    expect((await lookUp(paymentId)).currency).toBe('KRW');
  });

  test('목록: 상태가 바뀐 때로 찾고, 모르는 조건은 거절한다', async () => {
    const [one, two] = [await paid(), await paid()];
    clock += 60_000;
    await cancel(one);
    const [from, until] = [-30_000, 30_000].map((ms) => new Date(Date.now() + clock + ms).toISOString());
    const list = (more: object) => {
      const asked = {
        page: { number: 0, size: 100 },
        filter: { storeId: portone.storeId, from, until, ...more },
      };
      return api(`/payments?requestBody=${encodeURIComponent(JSON.stringify(asked))}`);
    };
    const ids = (await list({})).json.items.map(({ id }: { id: string }) => id);
    expect(ids).toContain(one);
    expect(ids).not.toContain(two);
    expect((await list({ cardBrand: 'VISA' })).json.type).toBe('INVALID_REQUEST');
  });

  test('잘못될 때: 끊기고, 잘리고, JSON이 아니다', async () => {
    const paymentId = await paid();
    portone.set({ api: 'down', apiPart: 'lookup' });
    expect((await cancel('none')).status).toBe(404);
    await expect(api(`/payments/${paymentId}`)).rejects.toThrow();
    portone.set({ api: 'truncated' });
    await expect(api(`/payments/${paymentId}`)).rejects.toThrow();
    portone.set({ api: 'unavailable', apiPart: 'every' });
    expect(await cancel(paymentId)).toMatchObject({ status: 503, json: null });
    portone.resetFaults();
    expect((await lookUp(paymentId)).status).toBe('PAID');
    portone.set({ api: 'reset' });
    await expect(cancel(paymentId)).rejects.toThrow();
    portone.resetFaults();
    expect((await lookUp(paymentId)).status).toBe('CANCELLED');
  });
});

describe('취소', () => {
  test('나누어 취소하고, 남은 금액을 지킨다', async () => {
    const paymentId = await paid();
    const part = await cancel(paymentId, { amount: 3000, currentCancellableAmount: AMOUNT });
    expect(part.json.cancellation).toMatchObject({
      status: 'SUCCEEDED',
      totalAmount: 3000,
      reason: '테스트',
    });
    expect(await lookUp(paymentId)).toMatchObject({
      status: 'PARTIAL_CANCELLED',
      amount: { cancelled: 3000 },
    });
    const typeOf = async (body: object) => (await cancel(paymentId, body)).json.type;
    expect(await typeOf({ currentCancellableAmount: AMOUNT })).toBe('CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN');
    expect(await typeOf({ amount: 7000 })).toBe('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT');
    expect((await cancel(paymentId)).json.cancellation.totalAmount).toBe(6900);
    expect(await lookUp(paymentId)).toMatchObject({ status: 'CANCELLED', amount: { cancelled: AMOUNT } });
    expect(await typeOf({})).toBe('PAYMENT_ALREADY_CANCELLED');
    await portone.quiet();
    expect(typesOf()).toEqual(['Transaction.PartialCancelled', 'Transaction.Cancelled']);
    expect(JSON.parse(received[0]?.body ?? '').data.cancellationId).toBe(part.json.cancellation.id);
  });

  test('내지 않은 결제는 409, PG사 오류는 502', async () => {
    const paymentId = newId();
    await portone.pay({ paymentId, totalAmount: AMOUNT }, 'closed');
    expect(await cancel(paymentId)).toMatchObject({ status: 409, json: { type: 'PAYMENT_NOT_PAID' } });
    const another = await paid();
    portone.set({ cancel: 'pg_error' });
    expect(await cancel(another)).toMatchObject({
      status: 502,
      json: { type: 'PG_PROVIDER', pgCode: expect.any(String), pgMessage: expect.any(String) },
    });
    expect((await lookUp(another)).status).toBe('PAID');
  });

  test('REQUESTED는 나중에 SUCCEEDED가 된다', async () => {
    const paymentId = await paid();
    portone.set({ cancel: 'requested' });
    expect((await cancel(paymentId)).json.cancellation.status).toBe('REQUESTED');
    expect((await lookUp(paymentId)).status).toBe('PAID');
    expect((await cancel(paymentId)).json.type).toBe('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT');
    await portone.hurry();
    expect((await lookUp(paymentId)).status).toBe('CANCELLED');
    await portone.quiet();
    expect(typesOf()).toEqual(['Transaction.CancelPending', 'Transaction.Cancelled']);
  });

  test('같은 멱등 키는 같은 답, 세 시간이 지나면 새 요청', async () => {
    const paymentId = await paid();
    const key = `"refund-${paymentId}-1"`;
    const first = await cancel(paymentId, { amount: 1000 }, key);
    expect((await cancel(paymentId, { amount: 1000 }, key)).text).toBe(first.text);
    expect((await lookUp(paymentId)).amount.cancelled).toBe(1000);
    expect((await cancel(paymentId, { amount: 2000 }, key)).status).toBe(422);
    expect((await cancel(paymentId, {}, 'without-quotes-around')).status).toBe(400);
    expect((await cancel(paymentId, {}, '"short"')).status).toBe(400);
    clock += 3 * 60 * 60 * 1000;
    await cancel(paymentId, { amount: 1000 }, key);
    expect((await lookUp(paymentId)).amount.cancelled).toBe(2000);
  });

  test.each(['hangs', 'cut'] as const)('%s: 취소는 되었고, 같은 키로 물으면 답이 온다', async (fault) => {
    const paymentId = await paid();
    const key = `"refund-${paymentId}-1"`;
    portone.set({ cancel: fault });
    const lost = fetch(`${portone.url}/payments/${paymentId}/cancel`, {
      method: 'POST',
      headers: { authorization: `PortOne ${portone.apiSecret}`, 'idempotency-key': key },
      body: '{"reason":"테스트"}',
      signal: AbortSignal.timeout(300),
    });
    await expect(lost).rejects.toThrow();
    expect((await lookUp(paymentId)).status).toBe('CANCELLED');
    portone.resetFaults();
    expect((await cancel(paymentId, {}, key)).json.cancellation.status).toBe('SUCCEEDED');
  });
});

describe('웹훅', () => {
  const [secret, secondSecret] = ['one', 'two'].map((_, at) => () => portone.webhookSecrets[at] ?? '') as [
    () => string,
    () => string,
  ];
  const isSignedBy = ({ headers, body }: ReceivedRequest, signer: string) => {
    const id = headers['webhook-id'] ?? '';
    const timestamp = Number(headers['webhook-timestamp']);
    return headers['webhook-signature']?.split(' ').includes(sign({ signer, id, timestamp, body })) ?? false;
  };
  const announced = async (mode: Parameters<Portone['announce']>[1]) => {
    await portone.announce({ type: 'Transaction.Paid', data: { paymentId: newId() } }, mode);
    const latest = received.at(-1);
    if (!latest) throw new Error('No webhook arrived.');
    return latest;
  };

  test('온 바이트 그대로에 서명한다', async () => {
    const signed = await announced('normal');
    expect(isSignedBy(signed, secret())).toBe(true);
    const again = { ...signed, body: JSON.stringify(JSON.parse(signed.body)) };
    expect(isSignedBy(again, secret())).toBe(false);
  });

  test('위조, 고친 것, 서명이 없는 것, 오래된 것, 두 번째 비밀', async () => {
    expect(isSignedBy(await announced('forged'), secret())).toBe(false);
    expect(isSignedBy(await announced('altered'), secret())).toBe(false);
    expect((await announced('unsigned')).headers).not.toHaveProperty('webhook-signature');
    const old = await announced('old');
    expect(isSignedBy(old, secret())).toBe(true);
    expect((Date.now() + clock) / 1000 - Number(old.headers['webhook-timestamp'])).toBeGreaterThan(300);
    const second = await announced('second_secret');
    expect([isSignedBy(second, secret()), isSignedBy(second, secondSecret())]).toEqual([false, true]);
    const both = await announced('two_signatures');
    expect([isSignedBy(both, secret()), isSignedBy(both, secondSecret())]).toEqual([true, true]);
  });

  test('두 번 오고, 오지 않고, 모르는 종류가 끼어든다', async () => {
    portone.set({ webhooks: 'twice' });
    await paidWith();
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(received).toHaveLength(4);
    portone.set({ webhooks: 'never' });
    await paidWith();
    expect(received).toHaveLength(0);
    portone.set({ webhooks: 'unknown_type' });
    await paidWith();
    expect(typesOf()).toContain('Transaction.FromTheFuture');
  });

  async function paidWith() {
    received = [];
    await portone.pay({ paymentId: newId(), totalAmount: AMOUNT });
    await portone.quiet();
  }

  test('취소가 결제보다 먼저 온다', async () => {
    portone.set({ webhooks: 'held' });
    const paymentId = newId();
    await portone.pay({ paymentId, totalAmount: AMOUNT });
    await cancel(paymentId);
    expect(received).toHaveLength(0);
    await portone.release('backwards');
    expect(typesOf()).toEqual(['Transaction.Cancelled', 'Transaction.Paid', 'Transaction.Ready']);
  });

  test('받지 않으면 다섯 번 더 보내고 그만둔다', async () => {
    merchantAnswers = Array.from({ length: 20 }, () => 500);
    const { headers } = await announced('normal');
    for (let round = 0; round < 8; round++) {
      await portone.hurry();
      await portone.quiet();
    }
    expect(received).toHaveLength(6);
    expect(new Set(received.map((one) => one.headers['webhook-id']))).toEqual(
      new Set([headers['webhook-id']]),
    );
    expect(received.every((one) => isSignedBy(one, secret()))).toBe(true);
  });

  test('받으면 다시 보내지 않는다', async () => {
    merchantAnswers = [500];
    await announced('normal');
    await portone.hurry();
    await portone.hurry();
    await portone.quiet();
    expect(received).toHaveLength(2);
  });

  test('주문에 적힌 주소가 콘솔의 주소보다 앞선다', async () => {
    const paymentId = newId();
    const noticeUrls = [`${portone.url}/sandbox/nowhere`];
    await portone.pay({ paymentId, totalAmount: AMOUNT, noticeUrls });
    await portone.quiet();
    expect(received).toHaveLength(0);
  });
});

describe('콘솔과 조종', () => {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${portone.url}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

  test('콘솔에서 취소하고 분쟁을 건다', async () => {
    const paymentId = await paid();
    expect(await (await fetch(portone.url)).text()).toContain(paymentId);
    await post('/sandbox/console', { action: 'cancel', paymentId, amount: '900' });
    expect((await lookUp(paymentId)).cancellations[0]).toMatchObject({
      totalAmount: 900,
      trigger: 'CONSOLE',
    });
    await post('/sandbox/console', { action: 'dispute', paymentId });
    expect((await lookUp(paymentId)).disputes[0].status).toBe('UNRESOLVED');
    await post('/sandbox/console', { action: 'resolve', paymentId });
    await portone.quiet();
    expect(typesOf()).toEqual([
      'Transaction.PartialCancelled',
      'Transaction.DisputeCreated',
      'Transaction.DisputeResolved',
    ]);
  });

  test('다른 프로세스가 조종한다, 모르는 스위치는 거절한다', async () => {
    const control = (path: string, body: object) =>
      fetch(`${portone.url}/sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await control('switches', { cancel: 'explodes' })).status).toBe(400);
    expect((await control('switches', { cancel: 'pg_error', pendingMs: null })).status).toBe(200);
    const paymentId = await paid();
    expect((await cancel(paymentId)).status).toBe(502);
    await control('reset-faults', {});
  });
});

test('결제창의 화면: 눌러서 끝내고, 폰에서는 주소로 돌아온다', async () => {
  const request = {
    storeId: portone.storeId,
    channelKey: portone.channelKeys.card,
    paymentId: newId(),
    orderName: '<b>1년</b>',
    totalAmount: AMOUNT,
    currency: 'KRW',
    payMethod: 'CARD',
    redirectUrl: 'http://merchant.example/app/payment?from=menu',
  };
  const asked = new URLSearchParams({ request: JSON.stringify(request), origin: 'http://merchant.example' });
  const opened = await (await fetch(`${portone.url}/checkout?${asked.toString()}`)).text();
  const txId = /"txId":"([^"]+)"/.exec(opened)?.[1];
  const address = `${portone.url}/checkout/${txId}?origin=http%3A%2F%2Fshop.example&window=page`;
  const page = await (await fetch(address)).text();
  expect(page).toContain('테스트 결제');
  expect(page).toContain('9,900원');
  expect(page).not.toContain('<b>1년');
  const choose = (outcome: string) =>
    fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) });
  expect((await choose('nonsense')).status).toBe(400);
  const back = new URL((await choose('failed')).headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe('http://merchant.example/app/payment');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    from: 'menu',
    paymentId: request.paymentId,
    code: 'PGProviderError',
    pgCode: 'EXCEED_MAX_AMOUNT',
  });
  const script = await fetch(portone.scriptUrl);
  expect(await script.text()).toContain('window.PortOne');
  portone.set({ script: 'missing' });
  expect((await fetch(portone.scriptUrl)).status).toBe(503);
});
