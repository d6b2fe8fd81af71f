import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#messages';
import type { Photo } from '#features/photos/photos.contract.ts';
import { classes } from '#web/ui/classes.ts';
import { PhotoImage } from './PhotoImage.tsx';
import './photos.css';

/**
 * Shows photos on the whole screen. Swipe, arrow keys and buttons change the photo. ×, Esc and Back close the viewer.
 */
export function PhotoViewer({
  photos,
  openPhoto,
  share,
}: {
  photos: readonly Photo[];
  /** The id of the photo that is shown first. */
  openPhoto: string;
  share?: string | undefined;
}) {
  const router = useRouter();
  const openPosition = photos.findIndex(({ id }) => id === openPhoto);
  const [at, setAt] = useState(openPosition);
  const strip = useRef<HTMLDivElement>(null);

  // Scrolls to the photo before the first paint.
  useLayoutEffect(() => {
    const { current } = strip;
    current?.scrollTo({ left: openPosition * current.clientWidth, behavior: 'instant' });
  }, [openPosition]);

  const show = (position: number) => {
    const to = Math.min(photos.length - 1, Math.max(0, position));
    strip.current?.scrollTo({ left: to * strip.current.clientWidth });
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') show(at - 1);
    else if (key === 'ArrowRight') show(at + 1);
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && router.history.back()}>
      <Dialog.Portal>
        <Dialog.Popup className="photo-viewer" onKeyDown={onKeyDown}>
          <Dialog.Title className="sr-only">{m.photos_viewer()}</Dialog.Title>
          <div
            ref={strip}
            className="photo-viewer-strip"
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              setAt(Math.round(scrollLeft / clientWidth))
            }
          >
            {photos.map((photo, position) => (
              <figure
                key={photo.id}
                className="grid h-full w-full flex-none snap-center grid-rows-[minmax(0,1fr)_auto]"
              >
                <PhotoImage
                  photo={photo}
                  share={share}
                  sizes="100vw"
                  fit="contain"
                  isEager={Math.abs(position - at) < 2}
                />
                {photo.alt && (
                  <figcaption className="type-sub px-5 pt-3 pb-1 text-center">{photo.alt}</figcaption>
                )}
              </figure>
            ))}
          </div>
          {photos.length > 1 && (
            <>
              <p className="type-sub numbers absolute top-0 left-0 p-4" aria-live="polite">
                {at + 1}/{photos.length}
              </p>
              <Arrow side="left" label={m.photos_previous()} isShown={at > 0} onPress={() => show(at - 1)} />
              <Arrow
                side="right"
                label={m.photos_next()}
                isShown={at < photos.length - 1}
                onPress={() => show(at + 1)}
              />
            </>
          )}
          <Dialog.Close
            aria-label={m.kit_close()}
            className="absolute top-1 right-1 grid size-12 place-items-center rounded-field [&>svg]:size-6"
          >
            <X aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Arrow({
  side,
  label,
  isShown,
  onPress,
}: {
  side: 'left' | 'right';
  label: string;
  isShown: boolean;
  onPress: () => void;
}) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      className={classes(
        'absolute top-1/2 hidden size-12 -translate-y-1/2 place-items-center rounded-field bg-scrim [&>svg]:size-6',
        side === 'left' ? 'left-3' : 'right-3',
        isShown && 'pointer-fine:grid',
      )}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
