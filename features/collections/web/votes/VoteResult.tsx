import { m } from '#messages';
import {
  VOTE_ANSWERS,
  type Vote,
  type VoteAnswer,
  type VotePlace,
} from '#features/collections/votes.contract.ts';
import { rankDates, rankPlaces } from '#features/collections/votes.rules.ts';
import type { MapApp } from '#features/restaurants/web/restaurants.public.ts';
import { numberOf } from '#web/number-of.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { Decide } from './Decide.tsx';
import { MapAppSelect, PlaceWithMap } from './PlaceWithMap.tsx';
import { dateText } from './vote-date.ts';

const REASONS: Record<VoteAnswer, (given: { names: string }) => string> = {
  want: m.votes_reason_want,
  fine: m.votes_reason_fine,
  later: m.votes_reason_later,
};

/**
 * The result of a vote. While the vote is open, the form shows the addresses and maps. After the vote has ended, the
 * result shows them.
 */
export function VoteResult({ vote, app, onApp }: { vote: Vote; app: MapApp; onApp: (app: MapApp) => void }) {
  const { voters, isOpen, membership } = vote;
  return (
    <section aria-labelledby="vote-result" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 id="vote-result" className="type-h2">
            {m.votes_result()}
          </h2>
          {voters.length > 0 && (
            <p className="type-caption numbers text-ink-2" aria-live="polite">
              {m.votes_voters({ count: numberOf(voters.length) })}
            </p>
          )}
        </div>
        {voters.length > 0 && !isOpen && <MapAppSelect app={app} onChange={onApp} />}
      </div>
      {voters.length === 0 ? (
        <p className="type-sub rounded-card bg-surface p-4 text-ink-2 shadow-1">
          {!isOpen
            ? m.votes_result_none_closed()
            : membership
              ? m.votes_result_none()
              : m.votes_result_none_visitor()}
        </p>
      ) : (
        <>
          {vote.dates.length > 0 && <DateResult vote={vote} />}
          <ol role="list" className="grid gap-3">
            {rankPlaces(vote).map(({ place, names }, nth) => (
              <li key={place.id} className="rounded-card bg-surface p-4 shadow-1">
                {isOpen ? (
                  <PlaceName place={place} nth={nth} />
                ) : (
                  <PlaceWithMap place={place} voteId={vote.id} app={app}>
                    <PlaceName place={place} nth={nth} />
                  </PlaceWithMap>
                )}
                {VOTE_ANSWERS.map(
                  (answer) =>
                    names[answer].length > 0 && (
                      <p key={answer} className="type-sub mt-1 break-words text-ink-2">
                        {REASONS[answer]({ names: names[answer].join(', ') })}
                      </p>
                    ),
                )}
                {membership?.canManage && <Decide vote={vote} place={place} />}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** The dates of a vote, the best one first, with the names of those who can come. */
function DateResult({ vote }: { vote: Vote }) {
  return (
    <>
      <h3 className="type-sub font-bold">{m.votes_result_dates()}</h3>
      <ol role="list" className="grid gap-3">
        {rankDates(vote).map(({ date, can, cannot }, nth) => (
          <li key={date.id} className="rounded-card bg-surface p-4 shadow-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="numbers font-bold">{numberOf(nth + 1)}</span>
              <span className="numbers font-semibold">{dateText(date)}</span>
              {nth === 0 && <Pill kind="done">{m.votes_best()}</Pill>}
            </p>
            {can.length > 0 && (
              <p className="type-sub mt-1 break-words text-ink-2">
                {m.votes_reason_can({ names: can.join(', ') })}
              </p>
            )}
            {cannot.length > 0 && (
              <p className="type-sub mt-1 break-words text-ink-2">
                {m.votes_reason_cannot({ names: cannot.join(', ') })}
              </p>
            )}
          </li>
        ))}
      </ol>
      <h3 className="type-sub mt-3 font-bold">{m.votes_result_places()}</h3>
    </>
  );
}

function PlaceName({ place, nth }: { place: VotePlace; nth: number }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="numbers font-bold">{numberOf(nth + 1)}</span>
      <span className="font-semibold">{place.name}</span>
      {nth === 0 && <Pill kind="done">{m.votes_best()}</Pill>}
    </p>
  );
}
