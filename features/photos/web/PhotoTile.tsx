import { CircleAlert, GripVertical, MessageSquareText, RotateCw, X } from 'lucide-react';
import { m } from '#messages';
import { classes } from '#web/ui/classes.ts';
import { PhotoImage } from './PhotoImage.tsx';
import type { PhotoItem } from './photo-uploads.ts';
import type { Reorder } from './use-reorder.ts';

/** Classes of a button that is 28 px wide on screen and has a touch target of 44 px. */
const cornerButtonClasses =
  'absolute grid size-11 place-items-center [&>span]:grid [&>span]:size-7 [&>span]:place-items-center [&>span]:rounded-small [&>span]:bg-scrim [&>span]:text-field-paper [&_svg]:size-4';

export function PhotoTile({
  item,
  position,
  isFirst,
  reorder,
  onRemove,
  onRetry,
  onDescribe,
}: {
  item: PhotoItem;
  /** Position of the photo for screen readers, from 1. */
  position: number;
  isFirst: boolean;
  reorder: Reorder;
  onRemove: () => void;
  onRetry: () => void;
  onDescribe: () => void;
}) {
  const isPending = item.state !== 'ready' && item.state !== 'kept' && item.state !== 'failed';
  return (
    <li
      {...reorder.tileProps(item.key)}
      className={classes(
        'relative aspect-square overflow-hidden rounded-field bg-sunken transition-transform',
        reorder.draggedKey === item.key && 'z-10 scale-105 shadow-2',
      )}
    >
      <Picture item={item} />
      {item.state === 'failed' && (
        <span className="absolute inset-0 grid place-items-center bg-scrim text-field-paper">
          {item.canRetry ? (
            <button
              type="button"
              aria-label={m.photos_retry({ position })}
              className="grid size-12 place-items-center rounded-field"
              onClick={onRetry}
            >
              <RotateCw className="size-6" aria-hidden="true" />
            </button>
          ) : (
            <CircleAlert className="size-6" aria-hidden="true" />
          )}
        </span>
      )}
      {isPending && <Progress item={item} position={position} />}
      {isFirst && (
        <span className="type-stub absolute top-2 left-2 rounded-small bg-scrim px-1.5 py-0.5 text-field-paper">
          {m.photos_first()}
        </span>
      )}
      <button
        type="button"
        aria-label={isPending ? m.photos_cancel({ position }) : m.photos_remove({ position })}
        className={classes(cornerButtonClasses, 'top-0 right-0 place-items-end [&>span]:m-1.5')}
        onClick={onRemove}
      >
        <span>
          <X aria-hidden="true" />
        </span>
      </button>
      {item.state === 'ready' && (
        <button
          type="button"
          aria-label={m.photos_describe({ position })}
          className={classes(
            cornerButtonClasses,
            'bottom-0 left-0 items-end justify-items-start [&>span]:m-1.5',
          )}
          onClick={onDescribe}
        >
          <span className={item.photo.alt ? 'ring-2 ring-field-paper' : undefined}>
            <MessageSquareText aria-hidden="true" />
          </span>
        </button>
      )}
      {!isPending && (
        <button
          type="button"
          {...reorder.gripProps(item.key)}
          aria-label={m.photos_move({ position })}
          className={classes(
            cornerButtonClasses,
            'right-0 bottom-0 cursor-grab touch-none items-end justify-items-end [&>span]:m-1.5',
          )}
        >
          <span>
            <GripVertical aria-hidden="true" />
          </span>
        </button>
      )}
    </li>
  );
}

function Picture({ item }: { item: PhotoItem }) {
  // The preview stays after the upload, so that the tile does not flicker.
  if (item.previewUrl) return <Preview url={item.previewUrl} />;
  return item.state === 'ready' ? <PhotoImage photo={item.photo} sizes="140px" /> : null;
}

/** A preview of the file. If the browser cannot draw the file, the tile stays grey. */
const Preview = ({ url }: { url: string }) => (
  <img
    src={url}
    alt=""
    draggable={false}
    className="size-full object-cover"
    onError={(event) => event.currentTarget.classList.add('invisible')}
  />
);

/** The progress of an upload. The bar is empty while the file waits or is being scaled down. */
function Progress({ item, position }: { item: PhotoItem; position: number }) {
  const share = item.state === 'sending' ? item.share : 0;
  return (
    <span className="absolute inset-0 bg-scrim">
      <span
        role="progressbar"
        aria-label={m.photos_sending({ position })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="absolute inset-x-2 bottom-2 h-1.5 overflow-hidden rounded-small bg-field-paper/40"
      >
        <span
          className="block h-full bg-field-paper transition-[width]"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </span>
    </span>
  );
}
