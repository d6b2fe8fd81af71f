import { expect, test } from 'vitest';
import type {
  Collection,
  CollectionPlace,
  CollectionUpdate,
} from '#features/collections/collections.contract.ts';
import { listEntries } from '#features/restaurants/list-view.rules.ts';
import { restaurant } from '#features/restaurants/web/restaurants.test-factory.ts';
import {
  inOrder,
  splitByMine,
  wantedByAll,
  withMoved,
  withPushed,
  withUpdate,
} from './collection-view.rules.ts';

const place = (id: string, facts: Partial<CollectionPlace> = {}): CollectionPlace => ({
  ...restaurant({ name: id }),
  position: 0,
  note: '',
  addedAt: 0,
  addedBy: null,
  wants: [],
  visits: [],
  comments: [],
  ...facts,
});

test('내 리스트에 있는 곳은 내 기록으로, 없는 곳은 기록 없이 보인다', () => {
  const mine = [restaurant({ name: 'a', status: '방문 완료', rating: 4.5 })];
  const { saved, others } = splitByMine([place('b'), place('a')], mine);
  expect(saved).toEqual(mine);
  expect(others).toMatchObject([{ id: 'b', status: '방문 예정', rating: null, review: '' }]);
});

test('직접 정한 순서, 담은 순서, 이름순, 평점순', () => {
  const places = [place('나', { addedAt: 1 }), place('다', { addedAt: 3 }), place('가', { addedAt: 2 })];
  const { saved, others } = splitByMine(places, [restaurant({ name: '다', rating: 5 })]);
  const entries = listEntries({
    restaurants: saved,
    provided: others,
    categoryNames: new Map(),
    userLocation: null,
  });
  const ids = (sort: Parameters<typeof inOrder>[0]['sort'], first: string[] = []) =>
    inOrder({ entries, places, sort, first: new Set(first) }).map((entry) => entry.restaurant.id);
  expect(ids('manual')).toEqual(['나', '다', '가']);
  expect(ids('recent')).toEqual(['다', '가', '나']);
  expect(ids('name')).toEqual(['가', '나', '다']);
  expect(ids('manual', ['가'])).toEqual(['가', '나', '다']);
  expect(ids('rating')).toEqual(['다', '나', '가']);
});

test('옮긴 곳은 고른 곳 다음에 온다', () => {
  const ids = ['a', 'b', 'c'].map((id) => ({ id }));
  const moved = (id: string, after: string | null) => withMoved(ids, { id, after }).map((one) => one.id);
  expect(moved('c', null)).toEqual(['c', 'a', 'b']);
  expect(moved('a', 'b')).toEqual(['b', 'a', 'c']);
  expect(moved('a', 'c')).toEqual(['b', 'c', 'a']);
  // The place `z` is not in the collection, because it was removed in the meantime.
  expect(moved('c', 'z')).toEqual(['a', 'b', 'c']);
});

test('모두 가고 싶은 곳은 지금 함께하는 사람이 모두 고른 곳이다', () => {
  const person = (key: string, role: 'owner' | 'editor' | null = 'editor') => ({ key, name: key, role });
  const places = [place('a', { wants: ['나', '너'] }), place('b', { wants: ['나'] })];
  const ids = (people: ReturnType<typeof person>[]) => [...wantedByAll({ people, places })];
  expect(ids([person('나', 'owner'), person('너')])).toEqual(['a']);
  expect(ids([person('나', 'owner'), person('너'), person('그')])).toEqual([]);
  // A person who has left the collection is not counted.
  expect(ids([person('나', 'owner'), person('너'), person('그', null)])).toEqual(['a']);
  // If the collection has only one person, no place counts as wanted by all.
  expect(ids([person('나', 'owner')])).toEqual([]);
});

test('바뀐 것만 합쳐 모음 전체를 얻고, 맞지 않으면 전체를 다시 읽는다', () => {
  const before: Collection = {
    id: 'c',
    version: 1,
    name: '우리 동네',
    note: '',
    colour: 'pink',
    icon: 'soup',
    sort: 'manual',
    me: 'm',
    role: 'owner',
    isReadOnly: false,
    people: [],
    places: [place('a', { position: 1 }), place('b', { position: 2 }), place('c', { position: 3 })],
  };
  const update: CollectionUpdate = {
    ...before,
    version: 5,
    name: '새 이름',
    places: [place('c', { position: 0 }), place('d', { position: 1.5, note: '새로' })],
    removed: ['b', 'z'],
    count: 3,
  };
  const after = withUpdate(before, update);
  expect(after).toMatchObject({ version: 5, name: '새 이름' });
  expect(after?.places.map(({ id }) => id)).toEqual(['c', 'a', 'd']);
  expect(after).not.toHaveProperty('removed');
  expect(withUpdate(before, { ...update, count: 4 })).toBeNull();
  expect(withPushed(before, { since: 1, update })).toEqual(after);
  // The changes between version 1 and version 2 are missing.
  expect(withPushed(before, { since: 2, update })).toBeNull();
  // The collection was read again before the update was applied. It therefore has a newer version.
  expect(withPushed({ ...before, version: 5 }, { since: 1, update })).toBeNull();
  // Another account has signed in.
  expect(withUpdate(before, { ...update, me: 'n' })).toBeNull();
});
