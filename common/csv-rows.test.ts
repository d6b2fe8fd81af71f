import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvDialect, csvRows } from './csv-rows.ts';

function readAll(text: string, pieceLength = text.length || 1, dialect: CsvDialect = {}) {
  const rows = csvRows(dialect);
  const taken = [];
  for (let at = 0; at < text.length; at += pieceLength)
    taken.push(...rows.push(text.slice(at, at + pieceLength)));
  return [...taken, ...rows.end()];
}
const fieldsOf = (text: string, pieceLength?: number) =>
  readAll(text, pieceLength).map(({ fields }) => fields);

describe('CSV', () => {
  test('따옴표, 쉼표, 줄바꿈, 빈 칸', () => {
    expect(fieldsOf('a,b\r\n"1,2","x ""y""\nz",\r\n,\n')).toEqual([
      ['a', 'b'],
      ['1,2', 'x "y"\nz', ''],
      ['', ''],
    ]);
  });

  test('줄 번호는 파일에서 세는 줄 번호다', () => {
    expect(readAll('h\n"a\nb\nc"\nd\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test('닫지 않은 따옴표가 나머지를 삼키지 않는다', () => {
    const rows = fieldsOf(`h\n"열기만 한 집,1\n둘째,2\n${'셋째,3\n'.repeat(10_000)}`);
    expect(rows[1]).toEqual(['"열기만 한 집', '1']);
    expect(rows[2]).toEqual(['둘째', '2']);
    expect(rows).toHaveLength(10_003);
  });

  test('칸 가운데의 따옴표는 글자다', () => {
    expect(fieldsOf('3"피자,"반"반,x\n')).toEqual([['3"피자', '"반"반', 'x']]);
  });

  test('짝이 맞지 않는 따옴표가 몇째 칸에 있는지 알린다', () => {
    const text = 'a,3"피자\n"b","반"반,x\n"열기만,c\n"d ""e""",f';
    expect(readAll(text).map(({ strayQuoteAt }) => strayQuoteAt)).toEqual([null, 1, 0, null]);
  });

  test('탭으로 나뉜 표와, 따옴표 주변의 빈칸을 읽는다', () => {
    const [row] = readAll('a,b\t"c\td"\r\n', undefined, { delimiter: '\t' });
    expect(row?.fields).toEqual(['a,b', 'c\td']);
    const spaced = 'a, "b, c" ,d\n "e" \r\nf';
    for (const pieceLength of [1, 2, 3, spaced.length]) {
      const rows = readAll(spaced, pieceLength, { allowsBlanks: true });
      expect(rows.map(({ fields }) => fields)).toEqual([['a', 'b, c', 'd'], ['e'], ['f']]);
      expect(rows.every(({ strayQuoteAt }) => strayQuoteAt === null)).toBe(true);
    }
  });

  test('어디서 잘려 들어와도, csv-parse와 똑같이 읽는다', () => {
    const field = fc.stringMatching(/^[가나a1 ,"\n]{0,6}$/);
    const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (rows, lineEnd, isLastEnded, pieceLength) => {
          const text =
            rows.map((row) => row.map(quote).join(',')).join(lineEnd) + (isLastEnded ? lineEnd : '');
          expect(fieldsOf(text, pieceLength)).toEqual(rows);
          expect(fieldsOf(text, pieceLength)).toEqual(parse(text, { relax_column_count: true }));
        },
      ),
    );
  });
});
