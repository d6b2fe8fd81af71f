import { Suspense, useEffect, useState } from 'react';
import type { PasteProps, Prefill, Source } from '#features/restaurants/web/restaurants.public.ts';
import type { RowChoice } from '#features/transfer/review.rules.ts';
import {
  pendingPictures,
  pendingReceipt,
  setPendingPictures,
  setPendingReceipt,
} from '#web/form/pending-pictures.ts';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import type { DraftRow } from './paste-draft.ts';
import { PastePanel } from './PastePanel.tsx';
import { MoveToImport } from './import/MoveToImport.tsx';
import { ReviewSkeleton } from './ReviewSkeleton.tsx';
import { ReviewOnePlace } from './ReviewOnePlace.tsx';
import { sourceMemoOf } from '#features/transfer/source-memo.rules.ts';
import { useReviewedRows } from './use-reviewed-rows.ts';
import { keepUnreadLines } from './unread-lines.ts';
import { UnreadLines } from './UnreadLines.tsx';
import { useReviewDraft } from './use-review-draft.ts';

const PictureFlow = lazyPart(async () => ({
  default: (await import('./pictures/PictureFlow.tsx')).PictureFlow,
}));

const ReceiptFlow = lazyPart(async () => ({
  default: (await import('./receipts/ReceiptFlow.tsx')).ReceiptFlow,
}));

/**
 * Handles places in pasted text or pictures. A single place fills in the form; several places are added to the member's
 * import. If there is no text, or the text contains no place, the screen asks for a text.
 */
export function PasteFlow({ uid, text, source, canPrefill, renderForm }: PasteProps) {
  // Each source has its own draft, because all places of a draft are saved with the same source.
  const review = useReviewDraft({ uid: source ? `${uid} ${source.kind} ${source.memo}` : uid, text });
  const backTo = source ? paths.addFromSource : paths.addRestaurant;
  const reviewed = useReviewedRows(review.draft.rows);
  const { rows } = review.draft;
  const [pictures, setPictures] = useState(pendingPictures);
  const [opened, setOpened] = useState<Prefill | null>(null);
  const [receipt, setReceipt] = useState(pendingReceipt);
  useEffect(() => {
    setPendingPictures([]);
    setPendingReceipt(null);
  }, []);
  if (receipt) {
    return (
      <Suspense fallback={<ReviewSkeleton />}>
        <ReceiptFlow file={receipt} onLeave={() => setReceipt(null)} />
      </Suspense>
    );
  }
  if (pictures.length > 0) {
    return (
      <Suspense fallback={<ReviewSkeleton />}>
        <PictureFlow
          files={pictures}
          // If there is a source, a place is saved immediately. The form with its photos is not shown, so the picture
          // cannot be kept.
          canKeep={rows.length === 0 && !source}
          onLeave={() => setPictures([])}
          onChosen={(chosen) => {
            review.addChosen(chosen);
            setPictures([]);
          }}
        />
      </Suspense>
    );
  }
  if (rows.length === 0)
    return <PastePanel review={review} backTo={backTo} onPictures={setPictures} onReceipt={setReceipt} />;
  const [only] = reviewed;
  const certain = only?.target
    ? prefillOf({
        row: only.row,
        target: only.target,
        source: sourceOf(only.row, source),
        onLeave: review.forget,
      })
    : null;
  if (certain && !opened) setOpened(certain);
  // When the form has saved the place, the place is in the list and is no longer a target. The form must stay until it
  // has opened the list.
  const prefill = certain ?? (only?.match.state === 'saved' ? opened : null);
  // With a source, a single place is saved at once, and no screen would show the lines that were not understood.
  const hasUnread = source !== undefined && review.draft.unread.length > 0;
  if (!only || rows.length > 1 || hasUnread || (prefill && !canPrefill(prefill))) {
    return (
      <MoveToImport
        rows={rows.map((row) => ({ place: row.place, source: sourceOf(row, source) }))}
        isTruncated={review.isTruncated}
        onMoved={() => {
          const { unread: lines, conversationCount } = review.draft;
          keepUnreadLines(uid, { lines, conversationCount });
          review.forget();
        }}
      />
    );
  }
  const unread = (
    <UnreadLines
      lines={review.draft.unread}
      conversationCount={review.draft.conversationCount}
      isFolded
      onFound={review.addFound}
      onClear={review.clearUnread}
    />
  );
  if (prefill) {
    return (
      <>
        <div className="mb-3 empty:hidden">{unread}</div>
        {renderForm(prefill)}
      </>
    );
  }
  return (
    <ReviewOnePlace
      reviewed={only}
      review={review}
      backTo={backTo}
      unread={unread}
      hasPhoto={rows.some(({ photoId }) => photoId !== undefined)}
    />
  );
}

/** Returns the source that the member has chosen; without one, the page in which the place was seen. */
const sourceOf = ({ page }: DraftRow, chosen: Source | undefined): Source | undefined =>
  chosen ?? (page && { kind: 'own', memo: sourceMemoOf({ memo: page.title, link: page.url }) });

function prefillOf({
  row: { place, photoId },
  target,
  source,
  onLeave,
}: {
  row: DraftRow;
  target: RowChoice;
  source: Source | undefined;
  onLeave: () => void;
}): Prefill {
  const shared = {
    sourceKind: source?.kind ?? null,
    sourceMemo: sourceMemoOf({ memo: source?.memo ?? '', link: place.link }),
    photoIds: photoId === undefined ? [] : [photoId],
    onLeave,
  };
  if (target.from === 'maps') {
    const { suggestion } = target;
    return { place: { from: 'maps', placeId: suggestion.placeId }, suggestion, ...shared };
  }
  const { name, address, phoneNumber } = place;
  return {
    place: { from: 'hand', name, address, coordinates: place.coordinates ?? null, phoneNumber },
    suggestion: null,
    ...shared,
  };
}
