import { useState } from 'react';
import { m } from '#messages';
import type { Vote, VotePlace } from '#features/collections/votes.contract.ts';
import { rankDates } from '#features/collections/votes.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Radio } from '#web/ui/Radio.tsx';
import { dateText } from './vote-date.ts';
import { useDecideVote } from './votes.queries.ts';

/** The button that decides on a place. If the vote offers several dates, a dialog asks for the date. */
export function Decide({ vote, place }: { vote: Vote; place: VotePlace }) {
  const decide = useDecideVote(vote.id);
  const [isAsking, setAsking] = useState(false);
  const hasDates = vote.dates.length > 0;
  const isDecided = place.id === vote.decidedId;
  if (isDecided && !hasDates) return null;
  return (
    <>
      <Button
        look="soft"
        size="small"
        className="mt-2"
        isBusy={!hasDates && decide.isPending}
        aria-label={isDecided ? undefined : m.votes_decide_label({ name: place.name })}
        onClick={() => (hasDates ? setAsking(true) : decide.mutate({ restaurantId: place.id }))}
      >
        {isDecided ? m.votes_decide_date() : m.votes_decide()}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.votes_decide_title()}
        text={place.name}
      >
        <DateChoice
          vote={vote}
          isBusy={decide.isPending}
          onChoose={(dateId) =>
            decide.mutate({ restaurantId: place.id, dateId }, { onSuccess: () => setAsking(false) })
          }
        />
      </Dialog>
    </>
  );
}

/** The dates of a vote. The decided date, or else the best one, is chosen at first. */
function DateChoice({
  vote,
  isBusy,
  onChoose,
}: {
  vote: Vote;
  isBusy: boolean;
  onChoose: (dateId: string) => void;
}) {
  const ranked = rankDates(vote);
  const current = vote.dates.find(
    ({ meetsOn, meetsAt }) => meetsOn === vote.meetsOn && meetsAt === vote.meetsAt,
  );
  const [chosenId, setChosenId] = useState(current?.id ?? ranked[0]?.date.id ?? '');
  return (
    <div className="mt-4 grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="sr-only">{m.votes_decide_title()}</legend>
        {ranked.map(({ date, can }) => (
          <label key={date.id} className="flex min-h-11 items-center gap-3 py-1">
            <Radio name="vote-date" checked={date.id === chosenId} onChange={() => setChosenId(date.id)} />
            <span className="numbers font-semibold">
              {dateText(date)}
              <span className="type-caption block font-normal text-ink-2">
                {m.votes_can_count({ count: numberOf(can.length) })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button isBusy={isBusy} onClick={() => onChoose(chosenId)}>
        {m.votes_decide_confirm()}
      </Button>
    </div>
  );
}
