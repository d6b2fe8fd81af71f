import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Vote as VoteIcon } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { DAY_MS, dayIn, KOREA, writtenDay } from '#common/dates.ts';
import type { VoteSummary } from '#features/collections/votes.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { voteDate } from './vote-date.ts';
import { votesQuery } from './votes.queries.ts';
import { WriteEntry } from './WriteEntry.tsx';

/** Number of votes that are shown at first. More votes would leave no room for the places on a phone. */
const SHOWN_AT_FIRST = 1;

/** The votes of a collection. At first, one vote is shown if it is open or its date is at most a week ago. */
export function CollectionVotes({ collectionId }: { collectionId: string }) {
  const { data: votes = [] } = useQuery(votesQuery(collectionId));
  const [isWhole, setWhole] = useState(false);
  const lastWeek = writtenDay(dayIn(KOREA, useMinute() - 7 * DAY_MS));
  if (votes.length === 0) return null;
  const isCurrent = ({ isOpen, meetsOn }: VoteSummary) => isOpen || lastWeek <= meetsOn;
  const ordered = votes.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  const shown = isWhole ? ordered : ordered.filter(isCurrent).slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label={m.votes_title()} className="flex flex-wrap items-center gap-x-3">
      {shown.length > 0 && (
        <ul role="list" className="grid flex-1 basis-56 grid-cols-[minmax(0,1fr)] gap-2">
          {shown.map((vote) => (
            <li key={vote.id} className="rounded-card bg-surface shadow-1">
              <VoteRow vote={vote} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < votes.length && (
        <button
          type="button"
          className="link type-sub numbers min-h-11 flex-none"
          onClick={() => setWhole(true)}
        >
          <span className="sr-only">{m.votes_title()} </span>
          {m.votes_show_all({ count: numberOf(votes.length) })}
        </button>
      )}
    </section>
  );
}

function VoteRow({ vote }: { vote: VoteSummary }) {
  const { id, title, meetsOn, isOpen, voterCount, first } = vote;
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 py-1.5 lg:py-3">
      <Link
        to={paths.vote}
        params={{ voteId: id }}
        className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-3"
      >
        <VoteIcon className="size-5 flex-none text-ink-2" aria-hidden="true" />
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <span className="truncate font-semibold">{title}</span>
            <Pill kind="plain">{isOpen ? m.votes_open() : m.votes_closed()}</Pill>
          </span>
          <span className="type-caption numbers block text-ink-2">
            {[
              voteDate(vote, { isShort: true }),
              voterCount === 0 ? m.votes_no_voters() : m.votes_voters({ count: numberOf(voterCount) }),
              first && m.votes_first({ name: first.name }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </Link>
      <WriteEntry first={first} meetsOn={meetsOn} />
    </div>
  );
}
