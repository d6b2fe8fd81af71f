import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ticketTexts } from './ticket-texts.tsx';

const bakery = {
  name: '골무빵집',
  address: '서울특별시 성동구 새뜰로 39-9 (성수동2가, 봄빌딩)',
  neighbourhood: '성수동2가',
  customTags: ['아침'],
};

/** Returns the facts as texts. Matches are in square brackets. */
function factsOf({ typed }: { typed: string | null }): string[] {
  const rangesIn = (text: string): [number, number][] => {
    const at = typed === null ? -1 : text.indexOf(typed);
    return typed === null || at < 0 ? [] : [[at, at + typed.length]];
  };
  const { meta } = ticketTexts({
    restaurant: bakery,
    categoryName: '베이커리',
    distance: 520,
    found: typed === null ? null : { cost: 0, closeness: 'match', inName: rangesIn, elsewhere: rangesIn },
  });
  return meta.filter(Boolean).map((fact) =>
    renderToStaticMarkup(createElement('p', null, fact))
      .replace(/<mark[^>]*>([^<]*)<\/mark>/g, '[$1]')
      .replace(/<[^>]*>/g, ''),
  );
}

test.each([
  ['찾지 않으면 동네가 먼저', null, ['베이커리', '성수동2가', '520m', '새뜰로 39-9']],
  ['이름에서 찾으면 차례가 그대로', '골무', ['베이커리', '성수동2가', '520m', '새뜰로 39-9']],
  ['찾은 동네는 맨 앞', '성수동', ['[성수동]2가', '베이커리', '520m', '새뜰로 39-9']],
  ['찾은 길은 맨 앞', '새뜰로', ['[새뜰로] 39-9', '베이커리', '성수동2가', '520m']],
  ['찾은 태그는 맨 앞', '아침', ['#[아침]', '베이커리', '성수동2가', '520m', '새뜰로 39-9']],
  ['시·군·구에서만 찾으면 온 주소', '성동구', ['베이커리', '서울 [성동구] 새뜰로 39-9 (성수동2가, 봄빌딩)']],
])('%s', (_case, typed, facts) => {
  expect(factsOf({ typed })).toEqual(facts);
});
