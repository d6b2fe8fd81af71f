import { expect, test } from 'vitest';
import { neighbourhoodFirst, neighbourhoodInBrackets, shortAddress } from './short-address.rules.ts';

test.each([
  ['서울특별시 중구 명동9길 12', '서울 중구 명동9길 12'],
  ['부산광역시 해운대구 윤슬길 48', '부산 해운대구 윤슬길 48'],
  ['세종특별자치시 한누리대로 311', '세종 한누리대로 311'],
  ['경기도 수원시 팔달구 정조로 783', '경기 수원시 팔달구 정조로 783'],
  ['전북특별자치도 전주시 완산구 태조로 3', '전북 전주시 완산구 태조로 3'],
  ['충청북도 단양군 단양읍', '충북 단양군 단양읍'],
  ['전라남도 여수시 돌산로 3', '전남광주 여수시 돌산로 3'],
  ['경상남도 통영시 항남1길', '경남 통영시 항남1길'],
  ['울릉도 선착장 앞', '울릉도 선착장 앞'],
  ['17 Jong-ro, Seoul', '17 Jong-ro, Seoul'],
  ['', ''],
])('%s: 시도를 부르는 대로 줄인다', (address, short) => {
  expect(shortAddress(address)).toBe(short);
});

test.each([
  ['서울특별시 성동구 새뜰로 39-9 (성수동2가)', '성수동2가', '성수동2가 · 새뜰로 39-9'],
  ['경기도 성남시 분당구 판교역로 1', '백현동', '백현동 · 판교역로 1'],
  ['전라남도 여수시 돌산읍 돌산로 3', '돌산읍', '돌산읍 · 돌산로 3'],
  ['부산광역시 해운대구 우동 1234', '우동', '우동 1234'],
  ['서울특별시 중구 명동9길 12', '', '서울 중구 명동9길 12'],
  ['', '우동', '우동'],
])('%s, %s: 동네를 먼저 말한다', (address, neighbourhood, line) => {
  expect(neighbourhoodFirst({ address, neighbourhood })).toBe(line);
});

test.each([
  ['서울특별시 성동구 새뜰로 39-9 (성수동2가)', '성수동2가'],
  ['서울특별시 중구 명동9길 12, 2층 (을지로1가, 봄빌딩)', '을지로1가'],
  ['경기도 성남시 분당구 판교역로 1 (봄타워)', ''],
  ['부산광역시 해운대구 우동 1234', ''],
])('%s: 괄호 안의 동네를 읽는다', (address, neighbourhood) => {
  expect(neighbourhoodInBrackets(address)).toBe(neighbourhood);
});
