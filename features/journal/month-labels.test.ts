import { expect, test } from 'vitest';
import { monthLabels } from './month-labels.ts';

test('표의 달은 한국어로 숫자, 영어로 첫 글자다', () => {
  expect(monthLabels({ locale: 'ko' })).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
  ]);
  expect(monthLabels({ locale: 'en' })).toEqual(['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D']);
});
