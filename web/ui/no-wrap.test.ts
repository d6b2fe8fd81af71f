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

test.each([
  ['한식 · 서울 중구 · 02-123-4567', '<span>한식 ·</span> 서울 <span>중구 ·</span> <span>02-123-4567</span>'],
  ['명동길 39-9 · 02-123-4567', '명동길 <span>39-9 ·</span> <span>02-123-4567</span>'],
])('줄은 가운뎃점으로 시작하지 않는다: %s', (text, html) => {
  const spans = html.replaceAll('<span>', '<span class="inline-block max-w-full">');
  expect(renderToStaticMarkup(createElement(NoWrap, { text }))).toBe(spans);
});
