import { parentPort, workerData } from 'node:worker_threads';
import { type IndexedPlace, placeKeysOf } from '#features/places/server/place-keys.ts';
import { placeTermsOf } from '#features/places/server/place-terms.ts';
import { copyLines } from './copy-lines.ts';
import { copyText } from './place-rows.ts';
import { copyBytes, readPlacesToIndex, selectIndexedPlaces } from './place-rows.sql.ts';
import { createSession } from './session.ts';
import { openPointOf } from './store-places.ts';

/** A task of a worker of `rebuildSearchTables`. The worker indexes a range of ids, or places with the given ids. */
export type IndexTask = { after: number; upTo: number } | { ids: readonly number[] };

const { connectionString, now } = workerData as { connectionString: string; now: number };
const { client, connection } = await createSession(connectionString);

parentPort?.on('message', async (task: IndexTask) => {
  let places = 0;
  const index = (place: IndexedPlace) => {
    addLines(place);
    places++;
  };
  if ('ids' in task) (await selectIndexedPlaces(connection, task.ids)).forEach(index);
  else await readPlacesToIndex(client, task, index);
  await store();
  parentPort?.postMessage(places);
});

const keys = copyLines();
const points = copyLines();
const terms = copyLines();

/**
 * Returns a number by which the keys are sorted: first by area, then by the first four letters. One number is used,
 * because comparing numbers takes one third of the time of comparing texts.
 */
function sortKeyOf({ block, letters }: { block: number; letters: string }): number {
  let order = block;
  for (let at = 0; at < 4; at++) order = order * 128 + Math.min(127, letters.charCodeAt(at) || 0);
  return order;
}

function addLines(place: IndexedPlace): void {
  // The texts of keys contain no separators of the copy format. Therefore they need no escaping.
  for (const key of placeKeysOf(place, now)) {
    const { place_id, block, liveliness, x, y, location_mask, letters, initials } = key;
    keys.add(
      `${sortKeyOf({ block, letters })}\t${place_id}\t${block}\t${liveliness}\t${x ?? '\\N'}\t${y ?? '\\N'}\t${location_mask}\t${letters}\t${initials}\n`,
    );
  }
  for (const { place_id, x, y, category_id } of openPointOf(place))
    points.add(`${place_id}\t(${x},${y})\t${category_id ?? '\\N'}\n`);
  // Terms contain names of streets and buildings as the source writes them. Therefore they need escaping.
  for (const { term, place_id, x, y } of placeTermsOf(place))
    terms.add(`${copyText(term)}\t${place_id}\t${x ?? '\\N'}\t${y ?? '\\N'}\n`);
}

async function store(): Promise<void> {
  await copyBytes(client, {
    into: 'place_keys_drawn (sort_key, place_id, block, liveliness, x, y, location_mask, letters, initials)',
    lines: keys.take(),
  });
  await copyBytes(client, { into: 'place_spots_next (place_id, spot, category_id)', lines: points.take() });
  await copyBytes(client, { into: 'place_terms_drawn (term, place_id, x, y)', lines: terms.take() });
}
