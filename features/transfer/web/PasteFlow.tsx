import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import type { PasteProps, Prefill } from '#features/restaurants/web/restaurants.public.ts';
import type { RowChoice } from '#features/transfer/review.rules.ts';
import { paths } from '#web/paths.ts';
import type { DraftRow } from './paste-draft.ts';
import { PastePanel } from './PastePanel.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ReviewRowCard } from './ReviewRowCard.tsx';
import { sourceMemoOf } from './source-memo.ts';
import { useReviewedRows } from './use-reviewed-rows.ts';
import { useReviewDraft } from './use-review-draft.ts';

/**
 * Pasted places: one becomes the prefilled form, several are reviewed in a list. Without text, or without a place in
 * it, asks for the text.
 */
export function PasteFlow({ uid, text, canPrefill, renderForm }: PasteProps) {
  const review = useReviewDraft({ uid, text });
  const [isAsking, setAsking] = useState(false);
  const reviewed = useReviewedRows(review.draft.rows);
  const { rows, saved } = review.draft;
  if (isAsking || (rows.length === 0 && saved.length === 0)) {
    return <PastePanel review={review} onDone={() => setAsking(false)} canCancel={rows.length > 0} />;
  }
  const [only] = reviewed;
  const prefill = only?.target
    ? prefillOf({ row: only.row, target: only.target, onLeave: review.forget })
    : null;
  const isSingle = reviewed.length === 1 && saved.length === 0 && !review.hadRows;
  if (!only || !isSingle || (prefill && !canPrefill(prefill))) {
    return <ReviewList review={review} reviewed={reviewed} onPasteMore={() => setAsking(true)} />;
  }
  if (prefill) return renderForm(prefill);
  return (
    <section className="mx-auto grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3 lg:pt-4">
      <h2 className="type-h1">{m.transfer_one_title()}</h2>
      <ul role="list" className="contents">
        <ReviewRowCard reviewed={only} review={review} />
      </ul>
      <Link
        to={paths.addRestaurant}
        state={{}}
        className="link inline-flex min-h-11 items-center"
        onClick={review.clear}
      >
        {m.transfer_back_to_search()}
      </Link>
    </section>
  );
}

function prefillOf({
  row: { place },
  target,
  onLeave,
}: {
  row: DraftRow;
  target: RowChoice;
  onLeave: () => void;
}): Prefill {
  const sourceMemo = sourceMemoOf({ memo: '', link: place.link });
  if (target.from === 'maps') {
    const { suggestion } = target;
    return { place: { from: 'maps', placeId: suggestion.placeId }, suggestion, sourceMemo, onLeave };
  }
  const { name, address, phoneNumber } = place;
  return {
    place: { from: 'hand', name, address, coordinates: null, phoneNumber },
    suggestion: null,
    sourceMemo,
    onLeave,
  };
}
