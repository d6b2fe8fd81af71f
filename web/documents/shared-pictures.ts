import { documentsDatabase, type SharedPictures } from './documents-database.ts';

/** Milliseconds. Older pictures were left behind by an interrupted start, and are dropped. */
const LONGEST_MS = 60 * 60_000;

/** Also deletes the pictures (service-worker/shared-to-app.ts stores them). */
export async function takeSharedPictures(): Promise<File[]> {
  const database = await documentsDatabase();
  const shared = (await database.get('device', 'shared-pictures')) as SharedPictures | undefined;
  await database.delete('device', 'shared-pictures');
  return shared && Date.now() - shared.sharedAt < LONGEST_MS ? shared.files : [];
}
