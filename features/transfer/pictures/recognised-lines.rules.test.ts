import { describe, expect, it } from 'vitest';
import { readableLines } from './recognised-lines.rules.ts';

type Word = {
  text: string;
  left: number;
  width: number;
  top?: number;
  height?: number;
  confidence?: number;
  line?: number;
};

/** Returns rows in Tesseract's format: page, block and line rows without text, then words. */
const table = (words: readonly Word[]) =>
  [
    '1\t1\t0\t0\t0\t0\t0\t0\t800\t600\t-1\t',
    ...words.map(({ text, left, width, top = 100, height = 40, confidence = 92, line = 1 }, at) =>
      ['5', 1, 1, 1, line, at + 1, left, top, width, height, confidence, text].join('\t'),
    ),
  ].join('\n');

const texts = (...tables: string[]) => readableLines(tables).map(({ text }) => text);

describe('사진에서 읽은 줄', () => {
  it('낱말 안에 들어간 빈칸은 글자 사이의 거리로 지운다', () => {
    const line = table([
      { text: '마', left: 10, width: 36 },
      { text: '마', left: 50, width: 36 },
      { text: '리', left: 90, width: 36 },
      { text: '마켓', left: 145, width: 76 },
    ]);
    expect(texts(line)).toEqual(['마마리 마켓']);
  });

  it('끊긴 한 줄은 잇고, 멀리 떨어진 글자는 따로 둔다', () => {
    const line = table([
      { text: '콘티', left: 10, width: 80, line: 1 },
      { text: '넨탈', left: 100, width: 80, line: 2 },
      { text: '저장', left: 400, width: 80, line: 3 },
    ]);
    expect(texts(line)).toEqual(['콘티넨탈', '저장']);
  });

  it('같은 자리를 두 번 읽었으면 더 또렷하게 읽은 것을 남긴다', () => {
    const blurred = table([{ text: '가케', left: 12, width: 78, confidence: 61 }]);
    const clear = table([{ text: '가겐', left: 10, width: 80, confidence: 93 }]);
    expect(texts(blurred, clear)).toEqual(['가겐']);
  });

  it('위에서 아래로 늘어놓고, 알아볼 수 없는 것은 버린다', () => {
    const lines = table([
      { text: '서울 중구', left: 10, width: 120, top: 300, line: 1 },
      { text: '~#', left: 10, width: 40, top: 200, line: 2 },
      { text: '뻬흐', left: 200, width: 60, top: 210, confidence: 12, line: 3 },
      { text: '하동관', left: 10, width: 100, top: 100, line: 4 },
    ]);
    expect(texts(lines)).toEqual(['하동관', '서울 중구']);
    expect(texts('')).toEqual([]);
  });
});
