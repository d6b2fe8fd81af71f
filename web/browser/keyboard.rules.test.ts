import { expect, test } from 'vitest';
import { keyboardHeight } from './keyboard.rules.ts';

const phone = { layoutHeight: 664, visibleHeight: 664, visibleTop: 0, scale: 1 };

test('키보드가 올라오면 가린 높이만큼이다', () => {
  expect(keyboardHeight({ ...phone, visibleHeight: 330 })).toBe(334);
});

test('키보드 위로 화면이 밀려 올라가면 그만큼 덜 가린다', () => {
  expect(keyboardHeight({ ...phone, visibleHeight: 330, visibleTop: 200 })).toBe(134);
});

test('키보드가 없거나, 주소 표시줄만 움직이거나, 확대했을 때는 0이다', () => {
  expect(keyboardHeight(phone)).toBe(0);
  expect(keyboardHeight({ ...phone, visibleHeight: 610 })).toBe(0);
  expect(keyboardHeight({ ...phone, visibleHeight: 332, scale: 2 })).toBe(0);
});
