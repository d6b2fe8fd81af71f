import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { m } from '#messages';
import type { Photo, PhotoSize } from '#features/photos/photos.contract.ts';
import { dimensionsIn, PHOTO_EDGES, photoUrl } from '#features/photos/photos.rules.ts';
import { classes } from '#web/ui/classes.ts';

const SIZES = Object.keys(PHOTO_EDGES) as PhotoSize[];

/**
 * A photo. The blurred placeholder is shown until the photo has loaded.
 * @param sizes displayed width, as in `<img sizes>`
 */
export function PhotoImage({
  photo,
  sizes,
  share,
  fit = 'cover',
  isEager = false,
}: {
  photo: Photo;
  sizes: string;
  /** The secret of the share link with which the page was opened. */
  share?: string | undefined;
  fit?: 'cover' | 'contain';
  isEager?: boolean;
}) {
  const [isLost, setLost] = useState(false);
  const placeholderUrl = useMemo(() => placeholderUrlOf(photo), [photo]);
  const alt = photo.alt || m.photos_photo();
  if (isLost)
    return (
      <span role="img" aria-label={alt} className="grid size-full place-items-center bg-sunken text-ink-3">
        <ImageOff className="size-6" aria-hidden="true" />
      </span>
    );
  return (
    <img
      alt={alt}
      width={photo.width}
      height={photo.height}
      src={photoUrl({ photoId: photo.id, size: 'medium', share })}
      srcSet={SIZES.map(
        (size) => `${photoUrl({ photoId: photo.id, size, share })} ${dimensionsIn(size, photo).width}w`,
      ).join(', ')}
      sizes={sizes}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className={classes('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
      style={
        placeholderUrl && fit === 'cover'
          ? { background: `url(${placeholderUrl}) center / cover` }
          : undefined
      }
      onError={() => setLost(true)}
    />
  );
}

/** Returns the URL of the placeholder. Returns null for an invalid hash. */
function placeholderUrlOf({ thumbhash }: Photo): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
