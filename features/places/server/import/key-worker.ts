import { parentPort, workerData } from 'node:worker_threads';
import { placeKeysOf } from '#features/places/server/place-keys.ts';
import { copyLines } from './copy-lines.ts';
import { copyBytes, selectIndexedPlaceRange } from './place-rows.sql.ts';
import { openSession } from './session.ts';
import { openSpotOf } from './store-places.ts';

/** A thread of `drawSearchTables`: makes and writes the keys of one range of places after the other. */
type Range = { after: number; upTo: number };

const { connectionString, now } = workerData as { connectionString: string; now: number };
const { client, connection, end } = await openSession(connectionString);

parentPort?.on('message', async (range: Range | null) => {
  if (range === null) {
    await end();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(await writeRange(range));
});

const keys = copyLines();
const spots = copyLines();

async function writeRange({ after, upTo }: Range): Promise<number> {
  const places = await selectIndexedPlaceRange(connection, { after, upTo });
  for (const place of places) {
    // No text of a key needs escaping: its characters are no separators.
    for (const { place_id, block, liveliness, x, y, letters, initials } of placeKeysOf(place, now))
      keys.add(
        `${place_id}\t${block}\t${liveliness}\t${x ?? '\\N'}\t${y ?? '\\N'}\t${letters}\t${initials}\n`,
      );
    for (const { place_id, x, y } of openSpotOf(place)) spots.add(`${place_id}\t(${x},${y})\n`);
  }
  await copyBytes(client, {
    into: 'place_keys_next (place_id, block, liveliness, x, y, letters, initials)',
    lines: keys.take(),
  });
  await copyBytes(client, { into: 'place_spots_next (place_id, spot)', lines: spots.take() });
  return places.length;
}
