/** `npm run migrate` */
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from './configured-database.ts';

try {
  const database = await openConfiguredDatabase({ settings: loadSettings(), log: console });
  await database.close();
  console.log('The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
