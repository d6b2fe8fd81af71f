import { documentsDatabase, type SharedPictures } from './documents-database.ts';

/** Pictures that were shared longer ago are dropped, because an interrupted start left them behind. */
const LONGEST_MS = 60 * 60_000;

/** Takes the pictures that another app shared with this one (web/service-worker/shared-to-app.ts). */
export async function takeSharedPictures(): Promise<File[]> {
  const database = await documentsDatabase();
  const shared = (await database.get('device', 'shared-pictures')) as SharedPictures | undefined;
  await database.delete('device', 'shared-pictures');
  return shared && Date.now() - shared.sharedAt < LONGEST_MS ? shared.files : [];
}
