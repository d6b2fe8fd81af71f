import { parentPort, workerData } from 'node:worker_threads';
import { placeKeysOf } from '#features/places/server/place-keys.ts';
import { copyLines, selectIndexedPlaceRange } from './place-rows.sql.ts';
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

async function writeRange({ after, upTo }: Range): Promise<number> {
  const places = await selectIndexedPlaceRange(connection, { after, upTo });
  const keys: string[] = [];
  const spots: string[] = [];
  for (const place of places) {
    // No text of a key needs escaping: its characters are no separators.
    for (const key of placeKeysOf(place, now))
      keys.push(
        `${key.place_id}\t${key.block}\t${key.liveliness}\t${key.x ?? '\\N'}\t${key.y ?? '\\N'}\t${key.letters}\t${key.initials}\n`,
      );
    for (const { place_id, x, y } of openSpotOf(place)) spots.push(`${place_id}\t(${x},${y})\n`);
  }
  await copyLines(client, {
    into: 'place_keys_next (place_id, block, liveliness, x, y, letters, initials)',
    lines: keys,
  });
  await copyLines(client, { into: 'place_spots_next (place_id, spot)', lines: spots });
  return places.length;
}
