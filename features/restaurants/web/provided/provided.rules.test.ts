import { describe, expect, test } from 'vitest';
import type { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import { restaurant } from '../restaurants.test-factory.ts';
import { withoutLinked } from '#features/restaurants/list-view.rules.ts';
import { providedAsListed, viewSources } from './provided.rules.ts';

const place = (name: string, episodeIds: string[], facts: object = {}) => ({
  id: name,
  name,
  address: '',
  neighbourhood: '',
  coordinates: null,
  phoneNumber: null,
  categoryId: null,
  businessStatus: null,
  openingSpans: null,
  hasParking: null,
  isExample: false,
  memo: '',
  tags: ['국물'],
  episodeIds,
  providedAt: 5,
  ...facts,
});
const episode = (id: string, publishedOn: string | null) => ({
  id,
  name: `${id}회`,
  publishedOn,
  link: null,
});
const document: ProvidedDocument = {
  version: 1,
  isVisible: true,
  total: 4,
  restaurants: [
    place('가', ['1', '2']),
    place('나', ['2', 'g']),
    place('다', [], { memo: '입소문' }),
    place('라', ['1']),
  ],
  sources: [
    { id: 'guide', title: '밥상 지도', kind: 'guide', link: null, episodes: [episode('g', '2025-01-01')] },
    {
      id: 'tour',
      title: '골목 한 바퀴',
      kind: 'tv',
      link: null,
      episodes: [episode('2', '2026-03-02'), episode('1', null), episode('0', null)],
    },
  ],
};
const listed = providedAsListed(document);

describe('제공 맛집', () => {
  test('리스트의 곳처럼 보이고, 가장 최근에 나온 출처를 말한다', () => {
    expect(listed[0]).toMatchObject({
      status: '방문 예정',
      customTags: ['국물'],
      sourceKind: 'tv',
      sourceMemo: '〈골목 한 바퀴〉 2회',
      linkedAt: 5,
    });
    expect(listed.map(({ sourceMemo }) => sourceMemo)).toEqual([
      '〈골목 한 바퀴〉 2회',
      '〈골목 한 바퀴〉 2회',
      '입소문',
      '〈골목 한 바퀴〉 1회',
    ]);
  });

  test('내 리스트에 있는 곳은 제공 맛집으로 두 번 보이지 않는다', () => {
    const mine = [restaurant({ name: '나' })];
    expect(withoutLinked(listed, mine).map(({ id }) => id)).toEqual(['가', '다', '라']);
  });

  test('출처마다 몇 곳 가운데 몇 곳에 가 보았는지 센다. 두 회차에 나온 곳도 한 곳이다', () => {
    const mine = [restaurant({ name: '가', status: '방문 완료' }), restaurant({ name: '나' })];
    const [tour, guide] = viewSources({ document, listed, mine });
    expect(tour).toMatchObject({ total: 3, visited: 1, linked: 2 });
    expect(tour?.episodes.map(({ episode: { id }, places }) => [id, places.length])).toEqual([
      ['2', 2],
      ['1', 2],
    ]);
    expect(guide).toMatchObject({ total: 1, visited: 0, linked: 1 });
  });
});
