import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { canSaveByHand, type ReviewedRow, type RowChoice } from '#features/transfer/review.rules.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReviewedPlace } from './ReviewedPlace.tsx';
import { candidatesQuery } from './use-matches.ts';
import type { ReviewDraft } from './use-review-draft.ts';

/** One pasted place that is not certain. */
export function ReviewRowCard({
  reviewed: { row, match, target },
  review,
}: {
  reviewed: ReviewedRow;
  review: ReviewDraft;
}) {
  const { place, choice } = row;
  const { refetch } = useQuery(candidatesQuery(place));
  return (
    <li>
      <ReviewedPlace
        written={place}
        where={place.link}
        state={match.state}
        savedId={match.state === 'saved' ? match.restaurantId : null}
        candidates={match.state === 'choose' ? match.candidates : []}
        choice={choiceOf(choice)}
        target={choiceOf(target)}
        byHand={canSaveByHand(place)}
        texts={{ writtenAs: m.transfer_pasted_as, byHand: m.transfer_by_hand_text() }}
        onChoose={(chose) =>
          review.changeRow(row.id, {
            choice: chose.from === 'maps' ? { from: 'maps', suggestion: chose.place } : chose,
          })
        }
        onCorrect={(changed) =>
          review.changeRow(row.id, {
            place: { ...place, ...changed },
            choice: choice?.from === 'hand' ? choice : null,
          })
        }
      >
        {match.state === 'failed' && (
          <Button look="soft" size="small" className="mt-1" onClick={() => void refetch()}>
            {m.transfer_retry()}
          </Button>
        )}
      </ReviewedPlace>
    </li>
  );
}

const choiceOf = (choice: RowChoice | null) =>
  choice?.from === 'maps' ? { from: choice.from, place: choice.suggestion } : choice;
