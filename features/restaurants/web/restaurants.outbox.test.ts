import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { Action } from '#web/outbox/actions.ts';
import { readAddDraft } from './add/draft.ts';
import { add, change } from './restaurants.outbox.ts';
import { myListQuery } from './my-list.query.ts';
import { restaurant } from './restaurants.test-factory.ts';

const refused = (name: string): Action => ({
  seq: 1,
  id: 'a',
  account: 'mina',
  format: 2,
  kind: 'restaurants.add',
  object: 'a',
  creates: true,
  createdAt: 0,
  payload: {
    body: { place: { from: 'hand', name, address: '', coordinates: null, phoneNumber: '' } },
    shown: restaurant({ name }),
  },
  problem: { status: 409, code: 'restaurants.limit_reached', params: {}, errors: [] },
});

test('쓰던 맛집 등록이 있으면 그것을 바꾸지 않고 연다', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await add.reopen?.(refused('골목집'))).toEqual({ path: '/app/add', isStored: true });
  expect(await add.reopen?.(refused('해달골 국밥'))).toEqual({ path: '/app/add', isStored: false });
  expect(readAddDraft('mina').values.place).toMatchObject({ name: '골목집' });
});

test('오프라인에서 취소한 방문을 되돌리면 전에 방문한 날이 보이고, 그날을 보낸다', async () => {
  const march = Date.UTC(2026, 2, 14, 3);
  const place = restaurant({ name: '해달골 국밥', status: '방문 예정' });
  const client = new QueryClient();
  client.setQueryData(myListQuery.queryKey, { version: 1, restaurants: [place] });
  const undo: Action = {
    seq: 2,
    id: 'b',
    account: 'mina',
    format: 2,
    kind: 'restaurants.change',
    object: place.id,
    creates: false,
    payload: {
      restaurantId: place.id,
      before: place,
      changes: { status: '방문 완료' },
      visitedAt: march,
    },
    createdAt: march + 1,
    problem: null,
  };
  change.show(client, undo);
  expect(client.getQueryData(myListQuery.queryKey)?.restaurants).toMatchObject([{ visitedAt: march }]);

  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ restaurant: null, listVersion: 2 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await change.send(undo, async () => undefined);
  expect(sent).toEqual([{ status: '방문 완료', visitedAt: march }]);
});

test('인터넷 없이 찍은 도장과 담은 방문한 맛집은 보낸 날이 아니라 그날을 방문한 날로 보낸다', async () => {
  const saturday = Date.UTC(2026, 10, 21, 10);
  const place = restaurant({ name: '해달골 국밥', status: '방문 예정' });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ restaurant: null, listVersion: 2 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const keep = async () => undefined;
  const addition = { ...refused('골목집'), createdAt: saturday };
  await add.send(addition, keep);
  const payload = { restaurantId: place.id, before: place, changes: { status: '방문 완료' } };
  await change.send({ ...addition, kind: 'restaurants.change', object: place.id, payload }, keep);
  expect(sent).toMatchObject([{ visitedAt: saturday }, { status: '방문 완료', visitedAt: saturday }]);
});

test('지도 서비스가 멎어 담지 못하면, 기다리는 폼이 이유를 받는다', () => {
  const codes = addRestaurant.problems.filter((code) => code.startsWith('places.'));
  expect(codes).toHaveLength(4);
  expect([...add.temporaryProblems].toSorted()).toEqual(codes.toSorted());
});
