import { describe, expect, test } from 'vitest';
import { readableLine, readableText } from './readable-text.ts';
import { LineOfText, LinesOfText } from './texts.ts';

describe('readable texts', () => {
  test.each([
    ['U+3164', '\u3164\u3164'],
    ['U+115F and U+1160', '\u115F\u1160'],
    ['U+FFA0', '\uFFA0'],
    ['U+2800', '\u2800\u2800\u2800'],
    ['only joiners', '\u200D\u200C\u200D'],
    ['only variation selectors', '\uFE0F\uFE0E'],
    ['only a combining mark', '\u0301'],
    ['blanks of every kind', '\u00A0\u2003\u3000\u200B\uFEFF'],
  ])('are empty if nothing can be seen: %s', (_, text) => {
    expect(readableLine(text)).toBe('');
  });

  test.each([
    ['은\u200B조', '은조'],
    ['\u3164은조\u3164', '은조'],
    ['은조\u0000\u001B', '은조'],
    ['은\t조', '은 조'],
    ['은\n\n조', '은 조'],
    ['가족 👩\u200D👩\u200D👧', '가족 👩\u200D👩\u200D👧'],
    ['요리사 👩🏽\u200D🍳', '요리사 👩🏽\u200D🍳'],
    ['🏳\uFE0F\u200D🌈', '🏳\uFE0F\u200D🌈'],
    ['은\u200D조', '은조'],
    ['👩\u200D', '👩'],
    ['❤\uFE0F', '❤\uFE0F'],
    ['★', '★'],
    ['café', 'café'],
  ])('%j becomes %j', (text, expected) => {
    expect(readableLine(text)).toBe(expected);
  });

  test('keep their line breaks if they may have several lines', () => {
    expect(readableText(' 첫 줄\u0007\r\n\n둘째\u200B 줄 ')).toBe('첫 줄\r\n\n둘째 줄');
  });

  test('count after they are cleaned', () => {
    expect(LineOfText.min(1).safeParse('\u3164').success).toBe(false);
    expect(LineOfText.max(2).parse('\u200B은조\u200B')).toBe('은조');
    expect(LinesOfText.min(1).safeParse('\n\u2800\n').success).toBe(false);
  });
});
