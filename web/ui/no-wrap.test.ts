import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoWrap } from './NoWrap.tsx';

test.each([
  ['문호리 66-7번지', '문호리 <span class="inline-block max-w-full">66-7번지</span>'],
  ['weekdays 09:00–17:00', 'weekdays <span class="inline-block max-w-full">09:00–17:00</span>'],
  ['국밥-순대', '국밥-순대'],
])('붙임표로 이어진 숫자는 줄이 바뀌어도 나뉘지 않는다: %s', (text, html) => {
  expect(renderToStaticMarkup(createElement(NoWrap, { text }))).toBe(html);
});
