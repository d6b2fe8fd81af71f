import { TimeLimitError } from '#common/time-limit.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from '#web/api.ts';
import type { ActionStore } from './action-store.ts';
import { type Action, defineKind } from './actions.ts';
import { createOutbox } from './outbox.ts';
import { nextToSend } from './sender.ts';

/** A store in memory. Several outboxes may share it, as tabs share the database. */
function memoryStore(): ActionStore & { all: () => Action[] } {
  let rows: Action[] = [];
  let last = 0;
  return {
    all: () => rows,
    of: async (account) => rows.filter((row) => row.account === account),
    put: async (action) => {
      const seq = action.seq ?? rows.find(({ id }) => id === action.id)?.seq ?? (last += 1);
      rows = [...rows.filter((row) => row.seq !== seq), { ...action, seq }].toSorted(
        (one, other) => one.seq - other.seq,
      );
    },
    remove: async (seqs) => {
      rows = rows.filter(({ seq }) => !seqs.includes(seq));
    },
  };
}

type Answer = (action: Action) => unknown;

function openOutbox({
  answer = () => 'answered',
  store = memoryStore(),
  account = 'mina',
}: { answer?: Answer; store?: ReturnType<typeof memoryStore>; account?: string } = {}) {
  const network = { isOnline: true, answer };
  const sent: string[] = [];
  const dropped: string[] = [];
  let signedOut = 0;
  const kind = defineKind<unknown, unknown>({
    payload: z.unknown(),
    send: async (action) => {
      const result = await network.answer(action);
      sent.push(action.id);
      return result;
    },
    show: () => undefined,
    onSent: () => undefined,
    onDropped: () => undefined,
    label: () => '',
    describe: () => ({ name: '' }),
    temporaryProblems: ['places.too_many_today', 'places.quota_used_up'],
  });
  const outbox = createOutbox({
    account,
    store,
    kindOf: async () => kind,
    isOnline: () => network.isOnline,
    oneAtATime: (send) => send(),
    notifyOtherTabs: () => undefined,
    effects: {
      onSent: () => undefined,
      onDropped: (actions) => dropped.push(...actions.map(({ id }) => id)),
      onSignedOut: () => (signedOut += 1),
    },
  });
  const write = (id: string, object = id, creates = false, payload: unknown = null) =>
    outbox.write({ id, object, creates, payload, kind: 'test.act' });
  return { outbox, store, network, sent, dropped, write, signedOut: () => signedOut };
}

const refuse = () => Promise.reject(new ApiProblem({ status: 409, code: 'restaurants.limit_reached' }));
const lost = () => Promise.reject(new ApiProblem({ status: 0, code: 'network.failed' }));

describe('보낼 것', () => {
  test('없어진 계정의 것만 모두 지운다', async () => {
    const { outbox, write, network, store } = openOutbox();
    const other = openOutbox({ store, account: 'jun' });
    for (const each of [network, other.network]) each.isOnline = false;
    for (const id of ['a', 'b']) await write(id);
    await other.write('c');
    await outbox.discardAll();
    expect(store.all().map(({ id }) => id)).toEqual(['c']);
    expect(outbox.listed()).toEqual([]);
  });

  test('연결되어 있으면 바로 보내고 답을 돌려준다', async () => {
    const { write, store } = openOutbox();
    expect(await write('a')).toBe('answered');
    expect(store.all()).toEqual([]);
  });

  test('끊겨 있으면 보관했다가 쓴 차례대로 보낸다', async () => {
    const { outbox, write, network, sent, store } = openOutbox();
    network.isOnline = false;
    for (const id of ['a', 'b', 'c']) expect(await write(id)).toBeNull();
    expect(outbox.listed().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    network.isOnline = true;
    await outbox.send();
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(store.all()).toEqual([]);
  });

  test('답을 잃은 것은 남아 있다가 같은 id로 다시 보내진다', async () => {
    const { outbox, write, network, sent } = openOutbox({ answer: lost });
    expect(await write('a')).toBeNull();
    network.answer = () => 'answered';
    await outbox.send();
    expect(sent).toEqual(['a']);
  });

  test.each([
    ['인터넷이 없어서', 'offline', 0],
    ['서버에 문제가 있어서', 'server', 500],
    ['서버가 답하지 못해서', 'server', 503],
    ['답을 받지 못해서', 'unanswered', 0],
  ])('%s 기다리는지 안다', async (_, delay, status) => {
    const { outbox, write, network } = openOutbox({
      answer: () => Promise.reject(new ApiProblem({ status, code: 'server.failed' })),
    });
    network.isOnline = delay !== 'offline';
    expect(await write('a')).toBeNull();
    expect(outbox.delay()).toBe(delay);
  });

  test('앞의 것을 보내지 못하는 사이에 쓴 것도, 쓰기가 끝나면 보낼 것에 있다', async () => {
    const store = memoryStore();
    const { outbox, write, network } = openOutbox({ store });
    let loseAnswer = () => {};
    network.answer = () => new Promise((resolve) => (loseAnswer = () => resolve(lost())));
    const first = write('unvisit', 'place');
    await vi.waitFor(() => expect(outbox.sendingId()).toBe('unvisit'));
    const { of } = store;
    const read = Promise.withResolvers<void>();
    store.of = (account) => read.promise.then(() => of(account));
    const listed = write('undo', 'place').then(() => outbox.listed().map(({ id }) => id));
    loseAnswer();
    await first;
    read.resolve();
    expect(await listed).toEqual(['unvisit', 'undo']);
  });

  test('보낼 것이 없던 차례가 끝나도, 그사이에 쓴 것은 제 답을 기다린다', async () => {
    const store = memoryStore();
    const { outbox, write } = openOutbox({ store, answer: refuse });
    const { of, put } = store;
    const [read, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    store.of = async (account) => {
      const rows = await of(account);
      await read.promise;
      return rows;
    };
    store.put = (action) => stored.promise.then(() => put(action));
    const opening = outbox.send();
    const written = write('a');
    read.resolve();
    await opening;
    stored.resolve();
    await expect(written).rejects.toMatchObject({ code: 'restaurants.limit_reached' });
    expect(store.all()).toEqual([]);
  });

  test('기다리는 화면이 있으면 거절은 그 화면이 받고, 남지 않는다', async () => {
    const { write, store } = openOutbox({ answer: refuse });
    await expect(write('a')).rejects.toMatchObject({ code: 'restaurants.limit_reached' });
    expect(store.all()).toEqual([]);
  });

  test('나중에 거절되면 이유와 함께 남고, 상관없는 것은 보내진다', async () => {
    const { outbox, write, network, sent, dropped, store } = openOutbox();
    network.isOnline = false;
    await write('new', 'place', true);
    await write('stamp', 'place');
    await write('other');
    network.isOnline = true;
    network.answer = ({ id }) => (id === 'new' ? refuse() : 'answered');
    await outbox.send();
    expect(sent).toEqual(['other']);
    expect(dropped).toEqual(['new']);
    expect(store.all().map(({ id, problem }) => [id, problem?.code ?? null])).toEqual([
      ['new', 'restaurants.limit_reached'],
      ['stamp', null],
    ]);
    network.answer = () => 'answered';
    await outbox.retry(store.all()[0] as Action);
    expect(sent).toEqual(['other', 'new', 'stamp']);
  });

  test('화면이 답을 기다리는 것이 끝나야 다른 쓰기가 나간다', async () => {
    const { outbox, write, network } = openOutbox();
    const order: string[] = [];
    let answer = () => {};
    network.answer = () => new Promise<void>((resolve) => (answer = resolve));
    const written = write('delete').then(() => order.push('deleted'));
    const after = outbox.afterAwaited().then(() => order.push('next'));
    await vi.waitFor(() => expect(outbox.sendingId()).toBe('delete'));
    expect(order).toEqual([]);
    answer();
    await Promise.all([written, after]);
    expect(order).toEqual(['deleted', 'next']);
  });

  test('거절되거나 저장하지 못한 것도 다른 쓰기를 막지 않는다', async () => {
    for (const opened of [
      openOutbox({ answer: refuse }),
      openOutbox({ store: { ...memoryStore(), put: () => Promise.reject(new Error('full')) } }),
    ]) {
      const written = opened.write('a').catch(() => 'refused');
      await opened.outbox.afterAwaited();
      expect(await written).toBe('refused');
    }
  });

  test('등록을 버리면 그 맛집에 한 것도 함께 버린다', async () => {
    const { outbox, write, network, store } = openOutbox();
    network.isOnline = false;
    await write('new', 'place', true);
    await write('stamp', 'place');
    await write('other');
    await outbox.discard(store.all()[0] as Action);
    expect(store.all().map(({ id }) => id)).toEqual(['other']);
  });

  test('로그인이 풀려 있으면 남아 있고, 로그인이 필요하다고 알린다', async () => {
    const { outbox, write, network, store, signedOut } = openOutbox();
    network.isOnline = false;
    await write('a');
    network.isOnline = true;
    network.answer = () => Promise.reject(new ApiProblem({ status: 401, code: 'account.sign_in_required' }));
    await outbox.send();
    expect(store.all()).toHaveLength(1);
    expect(signedOut()).toBe(1);
  });

  test('다른 계정의 것은 보이지도 보내지지도 않는다', async () => {
    const mina = openOutbox();
    mina.network.isOnline = false;
    await mina.write('a');
    const junho = openOutbox({ store: mina.store, account: 'junho' });
    await junho.outbox.open();
    await junho.outbox.send();
    expect(junho.outbox.listed()).toEqual([]);
    expect(junho.sent).toEqual([]);
    mina.network.isOnline = true;
    await mina.outbox.send();
    expect(mina.sent).toEqual(['a']);
  });

  test('저장소가 응답하지 않으면, 끊겨 있어도 폼은 삼 초만 기다린다', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { write, network } = openOutbox({ store: { ...memoryStore(), put: () => new Promise(() => {}) } });
    for (const isOnline of [true, false]) {
      network.isOnline = isOnline;
      const outcome = write('a').catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await outcome).toBeInstanceOf(TimeLimitError);
    }
  });

  test('저장한 것을 다시 읽지 못해도 저장된 것이다', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { write, network } = openOutbox({ store: { ...memoryStore(), of: () => new Promise(() => {}) } });
    network.isOnline = false;
    const outcome = write('a');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toBeNull();
  });

  test('서버 오류가 난 것은 다른 것을 막지 않는다', async () => {
    const { outbox, write, network, sent, store } = openOutbox();
    network.isOnline = false;
    for (const id of ['bad', 'good']) await write(id);
    network.isOnline = true;
    network.answer = ({ id }) =>
      id === 'bad' ? Promise.reject(new ApiProblem({ status: 500, code: 'server.failed' })) : 'answered';
    await outbox.send();
    outbox.close();
    expect(sent).toEqual(['good']);
    expect(store.all().map(({ id, problem }) => [id, problem])).toEqual([['bad', null]]);
  });

  const ofOneAction = [
    { status: 503, code: 'places.quota_used_up' },
    { status: 429, code: 'places.too_many_today' },
    { status: 409, code: 'photos.too_many_unused' },
    { status: 429, code: 'photos.busy' },
    { status: 507, code: 'server.storage_full' },
  ];
  test.each(ofOneAction)('$code: 이것과 이것을 가리키는 것만 기다린다', async (problem) => {
    const { outbox, write, network, sent, store } = openOutbox();
    network.isOnline = false;
    await write('new', 'place', true);
    await write('stamp', 'place');
    await write('entry', 'entry', true, { restaurantId: 'place' });
    await write('other');
    network.isOnline = true;
    network.answer = ({ id }) => (id === 'new' ? Promise.reject(new ApiProblem(problem)) : 'answered');
    expect(await write('later')).toBe('answered');
    outbox.close();
    expect(sent).toEqual(['other', 'later']);
    expect(store.all().map(({ id, problem: reason }) => [id, reason])).toEqual([
      ['new', null],
      ['stamp', null],
      ['entry', null],
    ]);
  });

  test('폼이 다른 길을 알려 줄 수 있는 문제는, 기다리는 폼이 받는다', async () => {
    const problem = { status: 503, code: 'places.quota_used_up' };
    const { write, store } = openOutbox({ answer: () => Promise.reject(new ApiProblem(problem)) });
    await expect(write('a')).rejects.toMatchObject(problem);
    expect(store.all()).toEqual([]);
  });

  test('서버가 모두에게 기다리라고 하면 아무것도 보내지 않는다', async () => {
    for (const problem of [
      { status: 503, code: 'server.unavailable' },
      { status: 429, code: 'request.too_many' },
    ]) {
      const { outbox, write, network, store } = openOutbox();
      network.isOnline = false;
      for (const id of ['a', 'b']) await write(id);
      network.isOnline = true;
      const asked: string[] = [];
      network.answer = ({ id }) => {
        asked.push(id);
        return Promise.reject(new ApiProblem(problem));
      };
      await outbox.send();
      outbox.close();
      expect(asked).toEqual(['a']);
      expect(store.all()).toHaveLength(2);
    }
  });
});

test('다음에 보낼 것은 막히지 않은 첫째다', () => {
  const action = (id: string, object: string, more: Partial<Action> = {}) =>
    ({ id, object, creates: false, problem: null, ...more }) as Action;
  const problem = { status: 409, code: 'x', params: {}, errors: [] };
  const actions = [
    action('a', 'one', { creates: true, problem }),
    action('b', 'one'),
    action('c', 'two', { problem }),
    action('d', 'two'),
  ];
  expect(nextToSend(actions, new Set())?.id).toBe('d');
  expect(nextToSend(actions, new Set(['two']))).toBeUndefined();
});
