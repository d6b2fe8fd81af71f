import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';
import { Photo } from '#features/photos/photos.contract.ts';

export type DraftPhoto = {
  /** Id that this device has generated. By this id the server recognises a repeated upload. */
  readonly id: string;
  readonly blob: Blob;
  /** The uploaded photo; null or absent if the photo is not uploaded yet. */
  readonly photo?: Photo | null;
};

interface Stored extends DBSchema {
  photos: { key: string; value: unknown };
}

/** A photo whose description cannot be read is uploaded again. */
const StoredPhoto = z.object({
  id: z.string().min(1),
  blob: z.instanceof(Blob),
  photo: Photo.nullable().catch(null).default(null),
});

let opened: Promise<IDBPDatabase<Stored>> | undefined;

/** The database of draft photos. Draft photos stay on the device after sign-out, like the text of drafts. */
function database(): Promise<IDBPDatabase<Stored>> {
  opened ??= openDB<Stored>('momokzi-drafts', 1, {
    upgrade: (created) => void created.createObjectStore('photos'),
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Returns the photos of a draft. The result is empty if the browser blocks storage. */
export async function readDraftPhotos(draftKey: string): Promise<readonly DraftPhoto[]> {
  try {
    return readStoredPhotos(await (await database()).get('photos', draftKey));
  } catch {
    return [];
  }
}

/** Reads stored photos. A photo that cannot be read does not affect the others. */
export const readStoredPhotos = (stored: unknown): readonly DraftPhoto[] =>
  Array.isArray(stored) ? stored.flatMap((each: unknown) => StoredPhoto.safeParse(each).data ?? []) : [];

/** Deletes the photos of all drafts of an account. The key of each draft contains the uid of the account. */
export async function removeDraftPhotos(uid: string): Promise<void> {
  const store = await database();
  const keys = await store.getAllKeys('photos');
  await Promise.all(keys.filter((key) => key.includes(uid)).map((key) => store.delete('photos', key)));
}

/** Stores the photos of a draft. A full storage is ignored, because the photos are still in the form. */
export async function storeDraftPhotos(draftKey: string, photos: readonly DraftPhoto[]): Promise<void> {
  try {
    const store = await database();
    if (photos.length === 0) await store.delete('photos', draftKey);
    else await store.put('photos', photos, draftKey);
  } catch {}
}
