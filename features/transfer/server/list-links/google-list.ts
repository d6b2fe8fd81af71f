import { z } from 'zod';
import { placeOf } from '#features/transfer/files/place-fields.ts';
import { pointOf } from '#features/transfer/files/written-values.ts';
import { listLinksProblems } from '#features/transfer/list-links.contract.ts';
import { problem } from '#server/http/problem.ts';
import { answerOf, namesOf, type ReadList } from './shared-list.ts';

/** Maximum number of entries in one response. */
const ENTRIES_MAXIMUM = 500;

/**
 * The answer consists of nested arrays without names. Element 0 is the list. In the list, element 4 is the name,
 * element 8 contains the entries, and element 12 is the number of entries.
 */
const Answer = z.tuple([z.array(z.unknown())], z.unknown());

/** Reads a list of Google Maps. The addresses of its places are requested in Korean. */
export const readGoogleList: ReadList = async (request, listId) => {
  const url = new URL('https://www.google.com/maps/preview/entitylist/getlist?authuser=0&hl=ko&gl=kr');
  url.searchParams.set('pb', `!1m1!1s${listId}!2e2!3e2!4i${ENTRIES_MAXIMUM}!16b1`);
  const answer = await request(url);
  // The service answers a request for an unknown list with 400.
  if (answer.status === 400) throw problem(listLinksProblems, 'transfer.list_not_found');
  // Removes the first line, )]}', which prevents other sites from running the answer as a script.
  const json = { ...answer, text: answer.text.slice(answer.text.indexOf('\n') + 1) };
  const [list] = answerOf(json, Answer);
  const name = list[4];
  const entries = list[8] ?? [];
  if (typeof name !== 'string' || !Array.isArray(entries))
    throw problem(listLinksProblems, 'transfer.list_unreadable');
  const read = entries.map((entry: unknown) => ({ entry, place: placeOfEntry(entry) }));
  const places = read.flatMap(({ place }) => place ?? []);
  const others = read.flatMap(({ entry, place }) => (place ? [] : [textOf(arrayOf(entry)[3])]));
  const count = typeof list[12] === 'number' ? list[12] : entries.length;
  const leftOut = Math.max(count, entries.length) - places.length;
  return { name, places, leftOut, leftOutNames: namesOf(others) };
};

function placeOfEntry(entry: unknown) {
  const [, place, name, note] = arrayOf(entry);
  const facts = arrayOf(place);
  const [, , lat, lng] = arrayOf(facts[5]);
  return placeOf(
    { fields: { name: textOf(name), note: textOf(note), address: textOf(facts[4]) } },
    pointOf({ lat: numberOf(lat), lng: numberOf(lng) }),
  );
}

const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
