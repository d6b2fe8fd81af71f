/** Adds the example places to the index. The server runs this program in another process. */
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { loadExamplePlaces } from './example-places.ts';

const log = { info: () => {}, warn: (message: string) => console.error(message) };
const { database, close } = await openConfiguredDatabase({ settings: loadSettings(), log });
try {
  await loadExamplePlaces(database);
} finally {
  await close();
}
