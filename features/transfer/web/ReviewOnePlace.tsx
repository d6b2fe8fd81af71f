import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { m } from '#messages';
import { canSaveByHand, type ReviewedRow, type RowChoice } from '#features/transfer/review.rules.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { OfferList } from './OfferList.tsx';
import { ReviewRowCard } from './ReviewRowCard.tsx';
import type { ReviewDraft } from './use-review-draft.ts';

const BY_HAND: RowChoice = { from: 'hand' };

/**
 * Shows a single pasted place without a certain match. Arrow keys change the choice too. Therefore the choice is
 * applied only when the member continues.
 */
export function ReviewOnePlace({
  reviewed: { row, match },
  review,
  backTo,
  unread,
  hasPhoto,
}: {
  reviewed: ReviewedRow;
  review: ReviewDraft;
  /** Path of the screen with the place search. */
  backTo: typeof paths.addRestaurant | typeof paths.addFromSource;
  /** The lines of the text that were not understood. */
  unread: ReactNode;
  /** Whether the member has chosen to keep the picture as a photo of the place. */
  hasPhoto: boolean;
}) {
  const [chosen, setChosen] = useState<RowChoice | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Without candidates there is only one option.
  const target = chosen ?? (match.state === 'none' || match.state === 'offline' ? BY_HAND : null);

  const isSaved = match.state === 'saved';
  // A place in the list needs no review. Its draft is removed, so that it does not appear with the next pasted place.
  const forget = useEffectEvent(review.forget);
  useEffect(() => {
    if (isSaved) forget();
  }, [isSaved]);

  const proceed = () => {
    if (!target) return setProblem(m.transfer_picture_choose_first());
    if (target.from === 'hand' && !canSaveByHand(row.place)) return setProblem(m.transfer_by_hand_missing());
    review.changeRow(row.id, { choice: target });
  };

  return (
    <section className="mx-auto grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3 lg:pt-4">
      <h2 className="type-h1">{m.transfer_one_title()}</h2>
      <OfferList row={row} review={review} />
      <ReviewRowCard
        reviewed={{ row: { ...row, choice: chosen }, match, target }}
        onChange={({ place, choice }) => {
          setProblem(null);
          setChosen(choice);
          if (place) review.changeRow(row.id, { place });
        }}
      />
      {isSaved && hasPhoto && <p className="type-sub text-ink-2">{m.transfer_picture_not_kept()}</p>}
      {unread}
      <Link to={backTo} className="link inline-flex min-h-11 items-center" onClick={review.clear}>
        {m.transfer_back_to_search()}
      </Link>
      <Alert>{problem}</Alert>
      <StickyActions>
        {match.state === 'saved' ? (
          <LinkButton to={paths.restaurant} params={{ restaurantId: match.restaurantId }} className="w-full">
            {m.transfer_see()}
          </LinkButton>
        ) : (
          <Button className="w-full" onClick={proceed}>
            {target?.from === 'hand' ? m.transfer_by_hand() : m.transfer_picture_continue()}
          </Button>
        )}
      </StickyActions>
    </section>
  );
}
