/** `npm run demo:remove` removes the demonstration accounts with all their data, and the example places. */
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { removeDemonstration } from './demonstration.service.ts';

const log = { info: () => {}, warn: (message: string) => console.error(message) };
const settings = loadSettings();
const database = await openConfiguredDatabase({ settings, log });
try {
  const { accounts } = await removeDemonstration({
    database: database.database,
    storage: createPhotoStorage(settings),
  });
  console.log(
    accounts === 0 ? 'There is no demonstration data.' : `Removed ${accounts} demonstration accounts.`,
  );
} finally {
  await database.close();
}
