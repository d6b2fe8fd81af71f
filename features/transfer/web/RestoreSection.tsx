import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FolderInput } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { m } from '#messages';
import { SHORTCUTS_MAXIMUM } from '#features/restaurants/filter-shortcuts.limits.ts';
import { useShortcuts } from '#features/restaurants/web/restaurants.public.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { useOnline } from '#web/online.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { DataSection } from './DataSection.tsx';
import { NotAnArchive } from './not-an-archive.ts';
import { restoreArchive, type RestoreProgress, type RestoreResult } from './restore-archive.ts';

/** 받아 둔 파일 불러오기: adds what an archive contains and my account does not. */
export function RestoreSection() {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const { addArchived } = useShortcuts();
  const [progress, setProgress] = useState<RestoreProgress | null>(null);
  const stop = useRef<AbortController | null>(null);
  const id = useId();
  useEffect(() => () => stop.current?.abort(), []);
  const restore = useMutation({
    mutationFn: async (file: File) => {
      stop.current = new AbortController();
      const result = await restoreArchive(file, { signal: stop.current.signal, onProgress: setProgress });
      const { added, leftOut } = addArchived(result.filterShortcuts);
      const failed = leftOut.map((name) => ({ name, code: 'shortcuts.full' }));
      return { ...result, shortcuts: added, failed: [...result.failed, ...failed] };
    },
    onSettled: () => {
      setProgress(null);
      // This also runs after the member has stopped the restore, because some rows have been added.
      return queryClient.invalidateQueries();
    },
  });
  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (file && !restore.isPending) restore.mutate(file);
    input.value = '';
  };
  return (
    <DataSection title={m.data_restore()} text={m.data_restore_text()}>
      <div>
        <input
          id={id}
          type="file"
          accept=".zip,application/zip"
          className="peer sr-only"
          disabled={restore.isPending || !isOnline}
          onChange={choose}
        />
        <label
          htmlFor={id}
          className={buttonClasses({
            look: 'secondary',
            size: 'regular',
            className: restore.isPending
              ? 'hidden'
              : 'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:pointer-events-none peer-disabled:opacity-50',
          })}
        >
          <FolderInput aria-hidden="true" />
          {m.data_restore_choose()}
        </label>
      </div>
      {restore.isPending && (
        <div className="grid gap-2">
          <p role="status" className="type-body numbers">
            {progress
              ? m.data_restore_progress({ done: numberOf(progress.done), total: numberOf(progress.total) })
              : m.data_restore_reading()}
          </p>
          <progress
            className="w-full"
            aria-label={m.data_restore()}
            max={progress?.total || 1}
            value={progress?.done ?? 0}
          />
          <Button
            look="secondary"
            size="small"
            className="justify-self-start"
            onClick={() => stop.current?.abort()}
          >
            {m.data_restore_stop()}
          </Button>
        </div>
      )}
      {restore.error && (
        <p role="alert" className="type-sub font-semibold text-danger">
          {failureText(restore.error)}
        </p>
      )}
      {restore.data && <Outcome result={restore.data} />}
    </DataSection>
  );
}

function failureText(error: Error): string {
  if (error instanceof NotAnArchive) return m.data_restore_not_an_archive();
  if (error.name === 'AbortError') return m.data_restore_stopped();
  return `${messageOf(error)} ${m.data_restore_repeat()}`;
}

const FAILED_SHOWN = 20;

function Outcome({
  result: { places, entries, collections, shortcuts, alreadyThere, failed },
}: {
  result: RestoreResult & { shortcuts: number };
}) {
  const isNothingNew = places + entries + collections + shortcuts === 0;
  return (
    <div className="grid gap-2">
      <p role="status" className="type-body numbers">
        {isNothingNew && failed.length === 0
          ? m.data_restore_nothing_new()
          : m.data_restore_done({
              places: numberOf(places),
              entries: numberOf(entries),
              collections: numberOf(collections),
            })}
        {shortcuts > 0 && ` ${m.data_restore_shortcuts({ count: numberOf(shortcuts) })}`}
        {alreadyThere > 0 && !isNothingNew && ` ${m.data_restore_known({ count: numberOf(alreadyThere) })}`}
      </p>
      {failed.length > 0 && (
        <details className="type-sub">
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-danger">
            {m.data_restore_failed({ count: numberOf(failed.length) })}
          </summary>
          <ul className="grid grid-cols-[minmax(0,1fr)] list-disc gap-1 pl-5">
            {failed.slice(0, FAILED_SHOWN).map(({ name, code }, index) => (
              <li key={index} className="break-words">
                {[name, reasonOf(code)].filter(Boolean).join(': ')}
              </li>
            ))}
            {failed.length > FAILED_SHOWN && (
              <li>{m.data_restore_failed_more({ count: numberOf(failed.length - FAILED_SHOWN) })}</li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}

function reasonOf(code: string): string {
  if (code === 'restaurants.limit_reached') return m.data_restore_limit();
  if (code === 'shortcuts.full') return m.restaurants_shortcuts_full({ limit: SHORTCUTS_MAXIMUM });
  if (code === 'restaurants.place_not_found') return m.data_restore_place();
  return code.startsWith('photos.') ? m.data_restore_photo() : m.data_restore_unreadable();
}
