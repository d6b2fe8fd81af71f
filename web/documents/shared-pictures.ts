import { documentsDatabase, type SharedPictures } from './documents-database.ts';

/** Milliseconds. Pictures that were shared longer ago were left behind by an interrupted start, and are dropped. */
const LONGEST_MS = 60 * 60_000;

/** Returns the pictures that another app shared with this app, and deletes them (service-worker/shared-to-app.ts). */
export async function takeSharedPictures(): Promise<File[]> {
  const database = await documentsDatabase();
  const shared = (await database.get('device', 'shared-pictures')) as SharedPictures | undefined;
  await database.delete('device', 'shared-pictures');
  return shared && Date.now() - shared.sharedAt < LONGEST_MS ? shared.files : [];
}
