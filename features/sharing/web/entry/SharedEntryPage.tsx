import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import { EntryView } from '#features/journal/web/journal.public.ts';
import { dateOf } from '#web/date-of.ts';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import type { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { usePageTitle } from '#web/shell/use-page-title.ts';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { ShareUnavailable } from '../shared/ShareUnavailable.tsx';
import { SharedHeader } from '../shared/SharedHeader.tsx';
import { sharedEntryQuery } from './entry-shares.queries.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

export function SharedEntryPage() {
  const { journalId: shareId } = useParams({ from: '/shared/shared-momokzi-journal/$journalId' });
  const { data: entry, error, refetch } = useQuery(sharedEntryQuery(shareId));
  usePageTitle(entry?.restaurantName ?? m.shell_shared_journal_title());
  return (
    <>
      <SharedHeader />
      <ColourBars />
      <main id="content" className="mx-auto max-w-[640px] px-4 py-6">
        {entry ? (
          <>
            <p className="type-sub text-ink-2">
              {m.sharing_entry_whose({ owner: ownerLabel(entry.ownerName) })}
            </p>
            <h1 className="type-h1 mt-1 mb-4">
              {dateOf(entry.visitDate, { zone: CALENDAR, as: 'weekdayDate' })}
            </h1>
            <EntryView
              entry={entry}
              title={<h2 className="py-1.5">{entry.restaurantName}</h2>}
              text={entry.journalText}
              photos={<PhotoStrip photos={entry.photos} share={shareId} />}
            />
          </>
        ) : (
          <>
            <h1 className="sr-only">{m.shell_shared_journal_title()}</h1>
            {error ? (
              <Failure problem={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonPanels shapes={['h-72', 'h-32']} />
            )}
          </>
        )}
      </main>
    </>
  );
}

function Failure({ problem, onRetry }: { problem: ApiProblem; onRetry: () => void }) {
  if (problem.code === 'sharing.not_found' || problem.code === 'request.invalid')
    return <ShareUnavailable title={m.sharing_entry_dead_title()} text={m.sharing_dead_text()} />;
  const text = m.sharing_entry_load_failed({ message: messageOf(problem) });
  return <ErrorState error={problem} text={text} onRetry={onRetry} />;
}
