import { expect, it } from 'vitest';
import { parsePastedText } from '../pasted-text.rules.ts';
import {
  WAYS_OF_WRITING,
  withInvisible,
  WRITTEN_ROWS,
  type WrittenRow,
} from './written-rows.test-factory.ts';
import { FORWARDED_TEXTS } from './forwarded-texts.test-factory.ts';
import { HOSTILE_ROWS } from './hostile-rows.test-factory.ts';
import { WRITTEN_TEXTS, type WrittenText } from './written-texts.test-factory.ts';

const textOf = ({ name, address }: WrittenRow) => `${name} | ${address}`;
/** The items of the first list that are not in the second list. */
const without = (all: readonly string[], others: readonly string[]) =>
  all.filter((item) => !others.includes(item));

/** Compares what the parser reads with what the texts contain. */
function compare(texts: readonly WrittenText[]) {
  const faults = texts.map(({ kind, text, places, unread = [], conversation = 0 }) => {
    const expected = places.map(([name, address]) => textOf({ name, address }));
    const read = parsePastedText(text);
    const found = read.places.map(textOf);
    return {
      kind,
      missed: without(expected, found),
      junk: without(found, expected),
      lost: without(unread, read.unread),
      wronglyUnread: without(read.unread, unread),
      conversation: read.conversationCount === conversation ? [] : [`${read.conversationCount}`],
    };
  });
  const count = (list: 'missed' | 'junk' | 'lost' | 'wronglyUnread') =>
    faults.reduce((sum, fault) => sum + fault[list].length, 0);
  const places = texts.flatMap((each) => each.places).length;
  const counts = {
    texts: texts.length,
    places,
    found: places - count('missed'),
    junk: count('junk'),
    linesLost: count('lost'),
    wronglyUnread: count('wronglyUnread'),
  };
  console.info(JSON.stringify(counts));
  return {
    counts,
    faults: faults.filter(({ kind: _, ...lists }) => Object.values(lists).some((list) => list.length > 0)),
  };
}

it('사람들이 적는 글에서 식당을 찾고, 못 읽은 줄을 하나도 잃지 않는다', () => {
  const { counts, faults } = compare(WRITTEN_TEXTS);
  expect(faults).toEqual([]);
  expect(counts.texts).toBeGreaterThanOrEqual(40);
  expect(counts.places).toBeGreaterThanOrEqual(97);
});

it('옮겨 적은 글에서 식당을 찾는다. 문장 속에 쉼표로 이은 이름만 읽지 못하고 보여 준다', () => {
  const { counts, faults } = compare(FORWARDED_TEXTS);
  expect(faults).toEqual([
    expect.objectContaining({ kind: '쉼표로 잇는 이름', junk: [], lost: [], wronglyUnread: [] }),
  ]);
  expect(counts).toMatchObject({ junk: 0, linesLost: 0, wronglyUnread: 0 });
  expect(counts.texts).toBeGreaterThanOrEqual(40);
  expect(counts.found / counts.places).toBeGreaterThanOrEqual(0.95);
});

const ROWS_AT_ONCE = 8;
const visible = (text: string) => text.replace(/[\u200b\ufeff\u2060\u3164]/g, '');

it.each(WAYS_OF_WRITING)('목록을 적는 방법: $name', ({ text, hasAddress }) => {
  const rows = withInvisible(WRITTEN_ROWS);
  expect(rows.length).toBeGreaterThanOrEqual(150);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const { places, unread } = parsePastedText(text(some));
    const expected = some.map(({ name, address }) => ({
      name: visible(name),
      address: hasAddress ? address : '',
    }));
    expect(places.map(textOf)).toEqual(expected.map(textOf));
    expect(unread).toEqual([]);
  }
});

it.each(WAYS_OF_WRITING)('이름이 층, 건물, 길처럼 보여도 98% 넘게 읽는다: $name', ({ text, hasAddress }) => {
  let read = 0;
  for (let from = 0; from < HOSTILE_ROWS.length; from += ROWS_AT_ONCE) {
    const some = HOSTILE_ROWS.slice(from, from + ROWS_AT_ONCE);
    const found = new Set(parsePastedText(text(some)).places.map(textOf));
    read += some.filter((row) =>
      found.has(textOf({ ...row, address: hasAddress ? row.address : '' })),
    ).length;
  }
  expect(read / HOSTILE_ROWS.length).toBeGreaterThanOrEqual(0.98);
});
