import { expect, test } from 'vitest';
import { filledPage, SITE_CONDITIONS, SITE_TEXTS, sitePart, siteText } from './site-pages.rules.ts';

const texts = Object.fromEntries(SITE_TEXTS.map((name) => [name, name.toUpperCase()])) as Parameters<
  typeof filledPage
>[0]['texts'];
const conditions = (trueOnes: readonly string[]) =>
  Object.fromEntries(SITE_CONDITIONS.map((name) => [name, trueOnes.includes(name)])) as Parameters<
    typeof filledPage
  >[0]['conditions'];
const part = (name: 'isMember' | 'isVisitor', text: string) =>
  `${sitePart(name).begin}${text}${sitePart(name).end}`;

test('글과 조각이 제자리에 들어간다', () => {
  const template = `<a>${part('isMember', `\n${siteText('origin')}/app`)}${part('isVisitor', '로그인')}</a>${siteText('providedDays')}`;
  expect(filledPage({ template, texts, conditions: conditions(['isMember']) })).toBe(
    '<a>\nORIGIN/app</a>PROVIDEDDAYS',
  );
  expect(filledPage({ template, texts, conditions: conditions(['isVisitor']) })).toBe(
    '<a>로그인</a>PROVIDEDDAYS',
  );
});

test('값 속의 표는 글일 뿐이다', () => {
  const odd = { ...texts, companyName: '{{origin}} $& 상사' };
  expect(filledPage({ template: siteText('companyName'), texts: odd, conditions: conditions([]) })).toBe(
    '{{origin}} $& 상사',
  );
});

test('아무도 모르는 것을 찾는 쪽은 거절된다', () => {
  const ask = (template: string) => () => filledPage({ template, texts, conditions: conditions([]) });
  expect(ask('{{price}}')).toThrow('price');
  expect(ask('{{?isRich}}x{{/isRich}}')).toThrow('isRich');
});
