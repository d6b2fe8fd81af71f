import { describe, expect, test } from 'vitest';
import { faultsIn } from './messages.mjs';

const file = (locale, texts, more = {}) => ({ locale, file: 'shop.json', isListed: true, texts, ...more });

describe('두 말의 문장', () => {
  test('키와 자리표시자가 같으면 오류가 없다', () => {
    expect(faultsIn([file('ko', { a: '{n}곳' }), file('en', { a: 'places: {n}' })])).toEqual([]);
  });

  test('한쪽에만 있는 문장을 말한다', () => {
    expect(faultsIn([file('ko', { a: '가', b: '나' }), file('en', { a: 'A', c: 'C' })])).toEqual([
      'b is missing in en',
      'c is missing in ko',
    ]);
  });

  test('옮기다가 빠뜨리거나 지어낸 자리를 말한다', () => {
    expect(faultsIn([file('ko', { a: '{name}을 담았어요' }), file('en', { a: 'Saved {nmae}' })])).toEqual([
      'a: ko has {name}, en has {nmae}',
    ]);
  });

  test('두 파일에 있는 키를 알린다', () => {
    const both = [
      file('ko', { a: '가' }),
      file('ko', { a: '나' }, { file: 'kit.json' }),
      file('en', { a: 'A' }),
    ];
    expect(faultsIn(both)).toEqual(['messages/ko/kit.json: a is also in another file']);
  });

  test('영어에서 수 뒤의 복수형에는 단수형도 있어야 한다', () => {
    const ko = file('ko', { a: '{count}곳', b: '{count}곳' });
    const forms = [
      {
        declarations: ['input count', 'local plural = count: plural'],
        selectors: ['plural'],
        match: { 'plural=one': '{count} place', 'plural=other': '{count} places' },
      },
    ];
    expect(faultsIn([ko, file('en', { a: '{count} new places', b: forms })])).toEqual([
      'messages/en/shop.json: a needs plural forms for {count}',
    ]);
  });

  test('설정에 적히지 않은 파일을 말한다', () => {
    expect(faultsIn([file('ko', { a: '가' }, { isListed: false }), file('en', { a: 'A' })])).toEqual([
      'messages/ko/shop.json is not listed in project.inlang/settings.json',
    ]);
  });

  test('문장이 하나도 없으면 그렇다고 말한다', () => {
    expect(faultsIn([file('ko', {}), file('en', {})])).toEqual(['there are no messages at all']);
    expect(faultsIn([])).toEqual(['there are no messages at all']);
  });
});
