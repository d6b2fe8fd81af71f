import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { m } from '#messages';
import type { Photo } from '#features/photos/photos.contract.ts';
import { classes } from '#web/ui/classes.ts';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { PhotoImage } from './PhotoImage.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of the open photo. It is part of the history, so that Back closes the photo. */
    openPhoto?: string;
  }
}

const PhotoViewer = lazyPart(async () => ({ default: (await import('./PhotoViewer.tsx')).PhotoViewer }));

/**
 * Layouts for one, two, and three or more photos. One photo is 4:3; two photos are squares; three or more photos are
 * one large and two small. The last photo shows how many more photos there are.
 */
const LAYOUTS = [
  'aspect-[4/3]',
  'aspect-[2/1] grid-cols-2',
  'aspect-[8/5] grid-cols-[2fr_1fr] grid-rows-2',
] as const;
const SHOWN = 3;

/**
 * Shows the photos of an entry or review. The strip has no rounded corners, because the surrounding card clips the
 * photos.
 */
export function PhotoStrip({
  photos,
  share,
  className,
}: {
  photos: readonly Photo[];
  /** The secret of the share link with which the page was opened. */
  share?: string | undefined;
  className?: string;
}) {
  const navigate = useNavigate();
  const openPhoto = useRouterState({ select: ({ location }) => location.state.openPhoto });
  if (photos.length === 0) return null;

  const open = (photo: Photo) =>
    void navigate({
      to: '.',
      search: true,
      hash: true,
      state: (before) => ({ ...before, openPhoto: photo.id }),
      resetScroll: false,
    });
  const shown = photos.slice(0, SHOWN);
  const more = photos.length - shown.length;
  return (
    <>
      <ul className={classes('grid w-full gap-0.5 overflow-hidden', LAYOUTS[shown.length - 1], className)}>
        {shown.map((photo, at) => (
          <li
            key={photo.id}
            className={classes(
              'relative min-h-0 min-w-0',
              shown.length === SHOWN && at === 0 && 'row-span-2',
            )}
          >
            <button
              type="button"
              className="block size-full"
              aria-label={m.photos_open({ position: at + 1, count: photos.length, alt: photo.alt })}
              onClick={() => open(photo)}
            >
              <PhotoImage
                photo={photo}
                share={share}
                sizes={at === 0 ? '(max-width: 640px) 92vw, 420px' : '210px'}
              />
              {at === SHOWN - 1 && more > 0 && (
                <span className="type-h2 numbers absolute inset-0 grid place-items-center bg-scrim text-field-paper">
                  +{more}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {photos.some(({ id }) => id === openPhoto) && (
        <Suspense>
          <PhotoViewer photos={photos} share={share} openPhoto={openPhoto ?? ''} />
        </Suspense>
      )}
    </>
  );
}
