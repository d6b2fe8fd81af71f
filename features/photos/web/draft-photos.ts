import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A photo of a form that is not uploaded yet. */
export type DraftPhoto = {
  /** Generated on this device for the upload, so that a repeated upload is recognised. */
  readonly id: string;
  readonly blob: Blob;
};

interface Stored extends DBSchema {
  photos: { key: string; value: readonly DraftPhoto[] };
}

let opened: Promise<IDBPDatabase<Stored>> | undefined;

/** The database of draft photos. Like the text of drafts, they stay on the device after sign-out. */
function database(): Promise<IDBPDatabase<Stored>> {
  opened ??= openDB<Stored>('momokzi-drafts', 1, {
    upgrade: (created) => void created.createObjectStore('photos'),
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** The photos of a form's draft that were not uploaded; none if storage is blocked. */
export async function readDraftPhotos(draftKey: string): Promise<readonly DraftPhoto[]> {
  try {
    return (await (await database()).get('photos', draftKey)) ?? [];
  } catch {
    return [];
  }
}

/** Replaces the stored photos of a draft. Full storage is ignored, because the photos are still in the form. */
export async function storeDraftPhotos(draftKey: string, photos: readonly DraftPhoto[]): Promise<void> {
  try {
    const store = await database();
    if (photos.length === 0) await store.delete('photos', draftKey);
    else await store.put('photos', photos, draftKey);
  } catch {
    // Full storage is ignored.
  }
}
