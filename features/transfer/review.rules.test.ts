import { expect, it } from 'vitest';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { Candidate, ImportRow } from './imports.contract.ts';
import { firstChoices, type ReviewRow, type RowMatch, reviewRow, withPasted } from './review.rules.ts';

const place = { name: '하동관', address: '서울 중구 명동9길 12', phoneNumber: '', link: '' };
const row = (id: string, more: Partial<ReviewRow> = {}): ReviewRow => ({
  id,
  place,
  choice: null,
  ...more,
});
const suggestion = (placeId: string) => ({ placeId, name: '하동관' }) as PlaceSuggestion;
const certain = ({ id }: ReviewRow): RowMatch => ({ state: 'certain', candidate: suggestion(id) });
const review = (rows: ReviewRow[], { matchOf = certain, saved = [] as string[] } = {}) =>
  rows.map((each) =>
    reviewRow({ row: each, match: matchOf(each), isSaved: (placeId) => saved.includes(placeId) }),
  );

it('확실한 곳만 미리 고른다', () => {
  const matchOf = ({ id }: ReviewRow): RowMatch =>
    id === 'a'
      ? certain(row('a'))
      : id === 'b'
        ? { state: 'choose', candidates: [suggestion('x')] }
        : { state: 'none' };
  const chosen = review([row('a'), row('b'), row('c')], { matchOf }).filter(({ target }) => target !== null);
  expect(chosen.map((each) => each.row.id)).toEqual(['a']);
});

it('이미 있는 곳은 저장할 수 없다', () => {
  expect(review([row('a')], { saved: ['a'] })[0]).toMatchObject({
    match: { state: 'saved' },
    target: null,
  });
  const chosen = row('a', { choice: { from: 'maps', suggestion: suggestion('b') } });
  expect(review([chosen], { saved: ['b'] })[0]).toMatchObject({ match: { state: 'saved' }, target: null });
});

it('직접 등록에는 이름과 주소가 있어야 한다', () => {
  const byHand = row('a', { choice: { from: 'hand' } });
  expect(review([byHand])[0]?.target).toEqual({ from: 'hand' });
  expect(review([{ ...byHand, place: { ...place, address: ' ' } }])[0]?.target).toBeNull();
});

it('다시 붙여 넣어도 같은 곳은 한 줄이다', () => {
  const rows = withPasted({
    rows: [row('a')],
    places: [place, { ...place, name: '우래옥' }],
    newId: () => 'new',
  });
  expect(rows.map(({ id }) => id)).toEqual(['a', 'new']);
});

it('첫 후보로 모두 고르면 아직 고르지 않은 곳만 첫 후보가 되고, 폐업한 곳은 남는다', () => {
  const candidate = (placeId: string, businessStatus: Candidate['businessStatus'] = null): Candidate => ({
    placeId,
    name: placeId,
    address: '',
    kind: null,
    businessStatus,
  });
  const match = (...candidates: Candidate[]) => ({
    state: 'choose' as const,
    candidates,
    restaurantId: null,
  });
  const rows: Pick<ImportRow, 'position' | 'match' | 'choice'>[] = [
    { position: 0, match: match(candidate('a'), candidate('b')), choice: null },
    { position: 1, match: match(candidate('c')), choice: { from: 'hand' } },
    { position: 2, match: { ...match(candidate('d')), state: 'certain' }, choice: null },
    { position: 3, match: match(candidate('e', 'closed_permanently')), choice: null },
    { position: 4, match: null, choice: null },
  ];
  expect(firstChoices(rows)).toEqual([{ position: 0, choice: { from: 'maps', place: candidate('a') } }]);
});
