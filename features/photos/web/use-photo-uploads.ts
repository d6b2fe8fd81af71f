import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Photo, PhotoPurpose } from '#features/photos/photos.contract.ts';
import { onReconnect } from '#web/online.ts';
import { createPhotoUploads, isUnsent, type PhotoItem, type PhotoUploads } from './photo-uploads.ts';

/** The photos of one form, for `<PhotoPicker>` and for saving. */
export type FormPhotos = Pick<
  PhotoUploads,
  'add' | 'remove' | 'retry' | 'move' | 'replace' | 'reset' | 'attachments'
> & {
  items: readonly PhotoItem[];
  /** Uploaded photos, in order: save their ids. */
  photos: readonly Photo[];
  photoIds: readonly string[];
  /** Uploads are in progress: saving now would omit them. */
  isUploading: boolean;
  /** A photo is in the form whose upload failed: saving its id would omit it. */
  hasFailed: boolean;
  /** As `hasFailed`, except for photos that are only without a connection: `attachments` contains them. */
  hasBroken: boolean;
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
  const { add, remove, retry, move, replace, reset, attachments } = uploads;
  return {
    ...{ add, remove, retry, move, replace, reset, attachments, items, photos },
    photoIds: photos.map(({ id }) => id),
    isUploading: items.some(({ state }) => !['ready', 'kept', 'failed'].includes(state)),
    hasFailed: items.some(({ state }) => state === 'failed' || state === 'kept'),
    hasBroken: items.some((item) => item.state === 'failed' && !isUnsent(item)),
  };
}
