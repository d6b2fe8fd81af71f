import { Camera, ImagePlus, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { m } from '#messages';
import { messageOf } from '#web/error-messages.ts';
import { pastedFiles } from '#web/form/pasted-files.ts';
import { Button } from '#web/ui/Button.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { classes } from '#web/ui/classes.ts';
import { PhotoDialog } from './PhotoDialog.tsx';
import type { PhotoItem } from './photo-uploads.ts';
import { PhotoTile } from './PhotoTile.tsx';
import { useReorder } from './use-reorder.ts';
import type { FormPhotos } from './use-photo-uploads.ts';
import './photos.css';

/**
 * The accepted file types, which all current browsers decode. HEIC is left out, because iPhones then convert photos to
 * JPEG. If a member chooses a HEIC file anyway, the browser decodes it. If the browser cannot decode HEIC, the file is
 * refused with the reason.
 */
const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

export function PhotoPicker({
  photos,
  limit,
  locked,
}: {
  photos: FormPhotos;
  /** Maximum number of photos. Photos from the time of a membership stay, even if they are above the limit. */
  limit: number;
  locked?: { label: string; onPress: () => void };
}) {
  const [describedKey, setDescribedKey] = useState<string | null>(null);
  const { items } = photos;
  const reorder = useReorder({ keys: items.map(({ key }) => key), onMove: photos.move });
  const count = items.length;
  const room = Math.max(0, limit - count);

  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    photos.add(files.slice(0, room));
    if (files.length <= room) return;
    if (locked) locked.onPress();
    else showToast(m.photos_only({ limit }), { kind: 'alert' });
  };
  usePastedFiles(add);

  return (
    <FieldGroup
      legend={m.photos_label()}
      aside={count <= limit ? m.photos_count({ count, limit }) : m.photos_count_above({ count, limit })}
    >
      <DropZone onFiles={add}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
          {items.map((item, at) => (
            <PhotoTile
              key={item.key}
              item={item}
              position={at + 1}
              isFirst={items.length > 1 && reorder.isFirst(item.key)}
              reorder={reorder}
              onRemove={() => photos.remove(item.key)}
              onRetry={() => photos.retry(item.key)}
              onDescribe={() => setDescribedKey(item.key)}
            />
          ))}
          {room > 0 && (
            <>
              <FileTile
                label={m.photos_add()}
                icon={<ImagePlus aria-hidden="true" />}
                isMany={room > 1}
                onFiles={add}
              />
              <FileTile
                label={m.photos_take()}
                icon={<Camera aria-hidden="true" />}
                isCamera
                className="hidden pointer-coarse:block"
                onFiles={add}
              />
            </>
          )}
          {room === 0 && locked && (
            <li className="photo-place order-last">
              <button
                type="button"
                className="grid size-full place-content-center justify-items-center gap-1 px-1 text-ink-3"
                onClick={locked.onPress}
              >
                <Lock className="size-5" aria-hidden="true" />
                <span className="type-caption text-center">{locked.label}</span>
              </button>
            </li>
          )}
        </ul>
      </DropZone>
      <Failures items={items} onRetry={photos.retry} />
      <p role="status" className="sr-only">
        {reorder.movedTo !== null && m.photos_moved({ position: reorder.movedTo + 1 })}
      </p>
      <PhotoDialog
        photo={photos.photos.find(({ id }) => id === photoIdOf(items, describedKey))}
        onClose={() => setDescribedKey(null)}
        onDescribed={photos.replace}
      />
    </FieldGroup>
  );
}

function photoIdOf(items: readonly PhotoItem[], key: string | null): string | undefined {
  const item = items.find((one) => one.key === key);
  return item?.state === 'ready' ? item.photo.id : undefined;
}

function FileTile({
  label,
  icon,
  isMany = false,
  isCamera = false,
  className,
  onFiles,
}: {
  label: string;
  icon: ReactNode;
  isMany?: boolean;
  isCamera?: boolean;
  className?: string;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <li className={classes('photo-place order-last', className)}>
      <label className="relative grid size-full cursor-pointer place-content-center justify-items-center gap-1 text-brand-text [&>svg]:size-6">
        {icon}
        <span className="type-caption font-bold">{label}</span>
        <input
          type="file"
          accept={ACCEPTED_TYPES}
          multiple={isMany}
          {...(isCamera && { capture: 'environment' as const })}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // The value is reset, so that choosing the same file again triggers a change event.
            event.currentTarget.value = '';
          }}
        />
      </label>
    </li>
  );
}

function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="relative"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className="type-sub pointer-events-none absolute -inset-1 grid place-items-center rounded-field border-2 border-brand bg-brand-tint font-bold text-brand-text">
          {m.photos_drop()}
        </div>
      )}
    </div>
  );
}

/** Shows one message per reason, and one button that retries all uploads that may succeed later. */
function Failures({ items, onRetry }: { items: readonly PhotoItem[]; onRetry: (key: string) => void }) {
  const failed = items.filter((item) => item.state === 'failed');
  const retriable = failed.filter(({ canRetry }) => canRetry);
  const sentences = [...new Set(failed.map(({ problem }) => messageOf(problem)))];
  return (
    <div role="alert">
      {failed.length > 0 && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2 rounded-field bg-danger-tint p-3">
          <ul className="type-sub min-w-0 flex-1 text-danger">
            <li className="font-bold">{m.photos_failed({ count: failed.length })}</li>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {retriable.length > 0 && (
            <Button
              look="secondary"
              size="small"
              onClick={() => retriable.forEach(({ key }) => onRetry(key))}
            >
              {m.photos_retry_all()}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Takes files that are pasted anywhere on the page. Pasted text goes to the focused element. */
function usePastedFiles(onFiles: (files: readonly File[]) => void) {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}
