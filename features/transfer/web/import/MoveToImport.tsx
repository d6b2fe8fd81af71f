import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages';
import type { Source } from '#features/restaurants/web/restaurants.public.ts';
import { type PastedPlace, PLACES_MAXIMUM } from '#features/transfer/pasted-text.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { useOnline } from '#web/online.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { ReviewSkeleton } from '../ReviewSkeleton.tsx';
import { useAddRows } from './imports.queries.ts';
import { rowOfPasted } from '#features/transfer/new-rows.ts';

/**
 * Adds pasted places to the member's import and opens its review. A repeated request adds nothing. Without a network,
 * the places stay in the draft on this device until the connection is back.
 */
export function MoveToImport({
  rows,
  isTruncated,
  onMoved,
}: {
  /** The places, each with the source that is saved with it; undefined if there is none. */
  rows: readonly { place: PastedPlace; source: Source | undefined }[];
  /** Whether the text contains more places than were read. */
  isTruncated: boolean;
  /** Called when the server has stored the places. */
  onMoved: () => void;
}) {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { mutate, isError } = useAddRows();
  const move = () =>
    mutate(
      rows.map(({ place, source }) =>
        rowOfPasted(place, source && { sourceKind: source.kind, sourceMemo: source.memo }),
      ),
      {
        onSuccess: () => {
          onMoved();
          if (isTruncated)
            showToast(m.transfer_truncated({ maximum: numberOf(PLACES_MAXIMUM) }), { kind: 'note' });
          void navigate({ to: paths.importPlaces, replace: true });
        },
      },
    );
  const onOpen = useEffectEvent(move);
  useEffect(() => {
    if (isOnline) onOpen();
  }, [isOnline]);
  if (!isOnline) {
    return (
      <section className="mx-auto grid w-full max-w-[640px] gap-3 lg:pt-4">
        <h2 className="type-h1">{m.transfer_waiting_title({ count: rows.length })}</h2>
        <p role="status" className="type-sub text-ink-2">
          {m.transfer_waiting_text()}
        </p>
        <ul className="type-sub grid grid-cols-[minmax(0,1fr)] gap-1 rounded-card bg-surface p-4 shadow-1">
          {rows.map(({ place: { name, address, link } }) => (
            <li key={`${name} ${address} ${link}`} className="break-words">
              {name || address || link}
            </li>
          ))}
        </ul>
      </section>
    );
  }
  if (!isError) {
    return (
      <>
        <p role="status" className="type-sub py-2 text-ink-2">
          {m.transfer_files_sending()}
        </p>
        <ReviewSkeleton />
      </>
    );
  }
  return (
    <Button look="secondary" onClick={move}>
      {m.transfer_retry()}
    </Button>
  );
}
