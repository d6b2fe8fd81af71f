import { expect, it } from 'vitest';
import { parsePastedText } from '../pasted-text.rules.ts';
import {
  WAYS_OF_WRITING,
  withInvisible,
  WRITTEN_ROWS,
  type WrittenRow,
} from './written-rows.test-factory.ts';
import { WRITTEN_TEXTS } from './written-texts.test-factory.ts';

const textOf = ({ name, address }: WrittenRow) => `${name} | ${address}`;
/** The items of the first list that are not in the second list. */
const without = (all: readonly string[], others: readonly string[]) =>
  all.filter((item) => !others.includes(item));

it('사람들이 적는 글에서 식당을 찾고, 못 읽은 줄을 하나도 잃지 않는다', () => {
  const faults = WRITTEN_TEXTS.map(({ kind, text, places, unread = [], conversation = 0 }) => {
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
  const places = WRITTEN_TEXTS.flatMap((each) => each.places).length;
  const counts = {
    ...{ texts: WRITTEN_TEXTS.length, places, found: places - count('missed') },
    ...{ junk: count('junk'), linesLost: count('lost'), wronglyUnread: count('wronglyUnread') },
  };
  console.info(JSON.stringify(counts));
  expect(
    faults.filter(({ kind: _, ...lists }) => Object.values(lists).some((list) => list.length > 0)),
  ).toEqual([]);
  expect(counts.texts).toBeGreaterThanOrEqual(40);
  expect(counts.places).toBeGreaterThanOrEqual(97);
});

/** Number of rows in one text. */
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
