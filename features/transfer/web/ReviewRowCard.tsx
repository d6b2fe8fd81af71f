import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type { PastedPlace } from '#features/transfer/pasted-text.rules.ts';
import { canSaveByHand, type ReviewedRow, type RowChoice } from '#features/transfer/review.rules.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReviewedPlace } from './ReviewedPlace.tsx';
import { candidatesQuery } from './use-matches.ts';

/** One pasted place under review. */
export function ReviewRowCard({
  reviewed: { row, match, target },
  onChange,
}: {
  reviewed: ReviewedRow;
  onChange: (changes: { place?: PastedPlace; choice: RowChoice | null }) => void;
}) {
  const { place, choice } = row;
  const { refetch } = useQuery(candidatesQuery(place));
  return (
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
        onChange({ choice: chose.from === 'maps' ? { from: 'maps', suggestion: chose.place } : chose })
      }
      onCorrect={(changed) =>
        onChange({
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
  );
}

const choiceOf = (choice: RowChoice | null) =>
  choice?.from === 'maps' ? { from: choice.from, place: choice.suggestion } : choice;
