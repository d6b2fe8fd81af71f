import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from '#web/api.ts';
import type { ActionStore } from './action-store.ts';
import { type Action, defineKind, registerKinds } from './actions.ts';
import { listenForOutbox, openOutbox } from './open-outbox.ts';
import { currentOutbox, outboxed, writeThroughOutbox } from './page-outbox.ts';

/**
 * The rows of a store in memory. The store answers later than every microtask, as IndexedDB does. `vi.hoisted` is
 * needed, because open-outbox.ts opens the store when it is loaded.
 */
const device = vi.hoisted(() => ({ rows: [] as Action[] }));
vi.mock('./action-store.ts', () => ({
  openActionStore: (): ActionStore => ({
    of: () => new Promise((resolve) => setTimeout(() => resolve(device.rows))),
    put: async (action) => {
      const seq = action.seq ?? (device.rows.at(-1)?.seq ?? 0) + 1;
      device.rows = [...device.rows.filter((row) => row.seq !== seq), { ...action, seq }];
    },
    remove: async (seqs) => {
      device.rows = device.rows.filter(({ seq }) => !seqs.includes(seq));
    },
  }),
}));

type Place = { savedBy: 'device' | 'server'; isStamped: boolean };
const PLACE = ['place'];

let client: QueryClient;
let sendAdd: () => Promise<Place>;

const kinds = {
  add: defineKind<null, Place>({
    payload: z.null(),
    send: () => sendAdd(),
    show: (queryClient) => queryClient.setQueryData(PLACE, { savedBy: 'device', isStamped: false }),
    onSent: (queryClient, place) => queryClient.setQueryData(PLACE, place),
    onDropped: () => undefined,
    label: () => '',
    describe: () => ({ name: '' }),
  }),
  stamp: defineKind<null, never>({
    payload: z.null(),
    send: () => Promise.reject(new ApiProblem({ status: 0, code: 'network.failed' })),
    show: (queryClient) =>
      queryClient.setQueryData<Place>(PLACE, (place) => place && { ...place, isStamped: true }),
    onSent: () => undefined,
    onDropped: () => undefined,
    label: () => '',
    describe: () => ({ name: '' }),
  }),
};
const texts = { failed: ({ message }: { message: string }) => message };
const add = () => writeThroughOutbox<Place>({ kind: 'test.add', object: 'place', payload: null }, texts);
const stamp = () => writeThroughOutbox({ kind: 'test.stamp', object: 'place', payload: null }, texts);
const shown = () => client.getQueryData<Place>(PLACE);
const answer: Place = { savedBy: 'server', isStamped: false };

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '' }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  );
  registerKinds('test', async () => kinds);
  device.rows = [];
  sendAdd = () => Promise.resolve(answer);
  client = new QueryClient();
  onlineManager.setOnline(true);
  listenForOutbox(client);
  openOutbox('mina', client);
});

afterEach(async () => {
  await currentOutbox()?.send();
  openOutbox(null, client);
  vi.unstubAllGlobals();
});

test('앞선 것의 답이 온 뒤에도 같은 곳에 기다리는 것이 보인다', async () => {
  onlineManager.setOnline(false);
  await add();
  await stamp();
  onlineManager.setOnline(true);
  await currentOutbox()?.send();
  await vi.waitFor(() => expect(shown()).toEqual({ savedBy: 'server', isStamped: true }));
});

test('폼이 기다리던 답이 온 뒤에도 같은 곳에 기다리는 것이 보인다', async () => {
  let arrive = () => {};
  sendAdd = () => new Promise((resolve) => (arrive = () => resolve(answer)));
  const form = new MutationObserver(client, {
    ...outboxed,
    mutationFn: add,
    onSuccess: (place) => client.setQueryData(PLACE, place),
  });
  const saved = form.mutate();
  await vi.waitFor(() => expect(currentOutbox()?.sendingId()).not.toBeNull());
  const stamped = stamp();
  await vi.waitFor(() => expect(device.rows).toHaveLength(2));
  arrive();
  await Promise.all([saved, stamped]);
  await vi.waitFor(() => expect(shown()).toEqual({ savedBy: 'server', isStamped: true }));
});
