import type { z } from 'zod';
import type { FilePlace } from '#features/transfer/files/file-place.ts';
import { oneLine } from '#features/transfer/files/plain-text.ts';
import { listLinksProblems } from '#features/transfer/list-links.contract.ts';
import { problem } from '#server/http/problem.ts';
import type { ListAnswer, ListRequest } from './list-client.ts';

/** A list as its service describes it. */
export type SharedList = {
  name: string;
  places: FilePlace[];
  /** Number of entries that are not places, and of places beyond the limits. */
  leftOut: number;
  /** The names of these entries, as far as the service tells them. */
  leftOutNames: string[];
};

/** Returns the names under which the member knows entries, without empty names. */
export const namesOf = (names: readonly string[]): string[] =>
  names.map((name) => oneLine(name, 100)).filter((name) => name !== '');

/** Reads a list by its id. Throws the problems of `list-links.contract.ts`. */
export type ReadList = (request: ListRequest, listId: string) => Promise<SharedList>;

/**
 * Returns the JSON of a successful answer. 404 and 410 mean that the list is deleted or not shared; 429 and 5xx mean
 * that the service is unavailable. Any other answer means that the service has changed.
 * @throws transfer.list_not_found, transfer.list_unavailable, transfer.list_unreadable
 */
export function answerOf<S extends z.ZodType>({ status, text }: ListAnswer, schema: S): z.output<S> {
  if (status === 404 || status === 410) throw problem(listLinksProblems, 'transfer.list_not_found');
  if (status === 429 || 500 <= status) throw problem(listLinksProblems, 'transfer.list_unavailable');
  const read = status === 200 ? schema.safeParse(jsonOf(text)) : null;
  if (!read?.success) throw problem(listLinksProblems, 'transfer.list_unreadable');
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
