import { describe, expect, test } from 'vitest';
import { neighbourhoodOf, whereaboutsWords, withoutCountry, wordKeys } from './addresses.rules.ts';

describe('주소에서', () => {
  test.each([
    ['서울특별시 중구 명동9길 12, 2층 (을지로1가)', ['서울특별시', '서울시', '중구', '명동9길', '을지로1가']],
    [
      '경기도 수원시 팔달구 정조로 783-2, 1층 101호 (팔달로3가)',
      ['경기도', '수원시', '팔달구', '정조로', '팔달로3가'],
    ],
    [
      '세종특별자치시 한누리대로 311 (나성동, 디케이빌딩)',
      ['세종특별자치시', '세종시', '한누리대로', '나성동'],
    ],
    ['충청북도 단양군 단양읍 별곡리 12번지', ['충청북도', '충북', '단양군', '단양읍', '별곡리']],
    [
      '전북특별자치도 전주시 완산구 태조로 지하 3',
      ['전북특별자치도', '전라북도', '전주시', '완산구', '태조로'],
    ],
    ['대한민국 부산광역시 해운대구 우동 산 1', ['부산광역시', '부산시', '해운대구', '우동']],
    ['', []],
  ])('%s: 동네를 가리키는 낱말을 고른다', (address, words) => {
    expect(whereaboutsWords([address])).toEqual(words);
  });

  test('두 주소의 낱말을 한 번씩만, 글쇠로 적는다', () => {
    const words = whereaboutsWords(['서울특별시 중구 을지로1가 63', '서울특별시 중구 명동9길 12']);
    expect(words).toEqual(['서울특별시', '서울시', '중구', '을지로1가', '명동9길']);
    expect(wordKeys(['중구', '우동'])).toBe(' wndrn dnehd');
  });

  test.each([
    ['서울특별시 중구 명동9길 12 (을지로1가)', '서울특별시 중구 을지로1가'],
    ['세종특별자치시 한누리대로 311 (나성동, 디케이빌딩)', '세종특별자치시 나성동'],
    ['강원특별자치도 양양군 현남면 인구길 28-23', '강원특별자치도 양양군 현남면'],
    ['부산광역시 해운대구 우동 1', '부산광역시 해운대구 우동'],
    ['경기도 파주시', null],
    ['', null],
  ])('%s: 동네까지만 말한다', (address, neighbourhood) => {
    expect(neighbourhoodOf(address)).toBe(neighbourhood);
  });

  test('나라 이름을 뗀다', () => {
    expect(withoutCountry('대한민국 서울특별시 중구')).toBe('서울특별시 중구');
    expect(withoutCountry('서울특별시 대한민국로 1')).toBe('서울특별시 대한민국로 1');
  });
});
