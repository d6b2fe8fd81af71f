import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Photo, PhotoPurpose } from '#features/photos/photos.contract.ts';
import { onReconnect } from '#web/online.ts';
import { createPhotoUploads, type PhotoItem, type PhotoUploads } from './photo-uploads.ts';

/** The photos of one form, for `<PhotoPicker>` and for saving. */
export type FormPhotos = Pick<PhotoUploads, 'add' | 'remove' | 'retry' | 'move' | 'replace' | 'reset'> & {
  items: readonly PhotoItem[];
  /** Uploaded photos, in order: save their ids. */
  photos: readonly Photo[];
  photoIds: readonly string[];
  /** Uploads are in progress: saving now would omit them. */
  isUploading: boolean;
  /** A failed photo is in the form: saving would omit it. */
  hasFailed: boolean;
};

/**
 * @param initial existing photos of the review or entry; read once
 * @example
 * const photos = usePhotoUploads({ purpose: 'journal', initial: entry?.photos ?? [] });
 * <PhotoPicker photos={photos} limit={10} />
 * save({ photoIds: photos.photoIds });
 */
export function usePhotoUploads({
  purpose,
  initial,
}: {
  purpose: PhotoPurpose;
  initial: readonly Photo[];
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

  const photos = items.flatMap((item) => (item.state === 'ready' ? item.photo : []));
  const { add, remove, retry, move, replace, reset } = uploads;
  return {
    ...{ add, remove, retry, move, replace, reset, items, photos },
    photoIds: photos.map(({ id }) => id),
    isUploading: items.some(({ state }) => state !== 'ready' && state !== 'failed'),
    hasFailed: items.some(({ state }) => state === 'failed'),
  };
}
