import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Photo, PhotoPurpose } from '#features/photos/photos.contract.ts';
import { onReconnect } from '#web/online.ts';
import { readDraftPhotos, storeDraftPhotos } from './draft-photos.ts';
import { createPhotoUploads, type PhotoItem, type PhotoUploads, readyPhotos } from './photo-uploads.ts';

export type FormPhotos = Pick<
  PhotoUploads,
  'add' | 'remove' | 'retry' | 'move' | 'replace' | 'reset' | 'handOver' | 'uploaded'
> & {
  items: readonly PhotoItem[];
  /** The uploaded photos, in order. The form saves their ids. */
  photos: readonly Photo[];
  photoIds: readonly string[];
};

/**
 * Manages the photos of a form.
 * @param initial existing photos of the review or entry; read once
 * @param draftKey new photos are stored on the device under this key until they are saved
 * @example
 * const photos = usePhotoUploads({ purpose: 'journal', initial: entry?.photos ?? [] });
 * <PhotoPicker photos={photos} limit={10} />
 * save({ photoIds: photos.photoIds });
 */
export function usePhotoUploads({
  purpose,
  initial,
  draftKey = null,
}: {
  purpose: PhotoPurpose;
  initial: readonly Photo[];
  draftKey?: string | null;
}): FormPhotos {
  const [uploads] = useState(() => createPhotoUploads({ purpose, initial }));
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  useEffect(() => {
    const stopRetrying = onReconnect(uploads.retryAfterLoss);
    return () => {
      stopRetrying();
      uploads.stop();
    };
  }, [uploads]);

  useDraftPhotos({ uploads, items, draftKey });

  const photos = readyPhotos(items);
  const { add, remove, retry, move, replace, reset, handOver, uploaded } = uploads;
  return {
    add,
    remove,
    retry,
    move,
    replace,
    reset,
    handOver,
    uploaded,
    items,
    photos,
    photoIds: photos.map(({ id }) => id),
  };
}

/** Restores the photos of the draft. After that, the photos are stored after each change. */
function useDraftPhotos({
  uploads,
  items,
  draftKey,
}: {
  uploads: PhotoUploads;
  items: readonly PhotoItem[];
  draftKey: string | null;
}): void {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (draftKey === null) return undefined;
    let isOpen = true;
    void readDraftPhotos(draftKey).then((photos) => {
      if (!isOpen) return;
      if (photos.length > 0) uploads.restore(photos);
      setRestored(true);
    });
    return () => {
      isOpen = false;
    };
  }, [uploads, draftKey]);
  const ids = items.map(({ key, state }) => `${key} ${state}`).join();
  useEffect(() => {
    if (isRestored && draftKey !== null) void storeDraftPhotos(draftKey, uploads.draftPhotos());
  }, [uploads, draftKey, isRestored, ids]);
}
