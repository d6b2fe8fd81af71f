import { expect, test } from 'vitest';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { businessStatusAmong } from './status-among.ts';

const licence = (
  businessStatus: PlaceSuggestion['businessStatus'],
  { name = '온달국수', distanceMetres = 10 }: Partial<PlaceSuggestion> = {},
): PlaceSuggestion => ({
  placeId: 'x',
  name,
  nameMatches: [],
  address: '',
  kind: null,
  categoryId: null,
  coordinates: null,
  distanceMetres,
  businessStatus,
  isExample: false,
  isGuess: false,
});
const known = { name: '온달 국수' };

test('같은 집의 허가가 모두 끝났으면 닫은 집이다', () => {
  expect(businessStatusAmong([licence('closed_permanently')], known)).toBe('closed_permanently');
  expect(businessStatusAmong([licence('closed_permanently'), licence('closed_temporarily')], known)).toBe(
    'closed_temporarily',
  );
});

test('주인이 바뀐 집은 열려 있다', () => {
  expect(businessStatusAmong([licence('closed_permanently'), licence('operational')], known)).toBe(
    'operational',
  );
});

test('이름이 다르거나 먼 집의 폐업은 남의 일이다', () => {
  expect(businessStatusAmong([licence('closed_permanently', { name: '온달국수 본점' })], known)).toBeNull();
  expect(businessStatusAmong([licence('closed_permanently', { distanceMetres: 81 })], known)).toBeNull();
  expect(businessStatusAmong([licence('closed_permanently', { distanceMetres: null })], known)).toBeNull();
  expect(businessStatusAmong([], known)).toBeNull();
});

test('모르는 것이 섞이면 모른다', () => {
  expect(businessStatusAmong([licence('closed_permanently'), licence(null)], known)).toBeNull();
});
