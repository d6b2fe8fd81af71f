/** `npm run demo:remove`: removes the demonstration accounts, all that is theirs, and the example places. */
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { removeDemonstration } from './demonstration.service.ts';

const log = { info: () => {}, warn: (message: string) => console.error(message) };
const database = await openConfiguredDatabase({ settings: loadSettings(), log });
try {
  const { accounts } = await removeDemonstration(database.database);
  console.log(accounts === 0 ? 'There is no demonstration.' : `Removed ${accounts} demonstration accounts.`);
} finally {
  await database.close();
}
