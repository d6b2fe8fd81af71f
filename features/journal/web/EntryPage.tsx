import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { JournalEntry } from '#features/journal/journal.contract.ts';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import { ApiProblem } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Page } from '#web/shell/Page.tsx';
import { useLeave } from '#web/shell/use-leave.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ACTIONS_ROW_CLASSES, StickyActions } from '#web/ui/StickyActions.tsx';
import { EntryView } from './EntryView.tsx';
import { entryQuery, useDeleteEntry } from './journal.queries.ts';
import { useMyPlaces } from './use-my-places.ts';
import './journal.css';
import { CALENDAR } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';

/**
 * The controls that share an entry. Another feature provides them, and web/routes/JournalEntryPage.tsx passes them in.
 */
type Sharing = ComponentType<{ entryId: string; placeName: string }>;

export function EntryPage({ Sharing }: { Sharing: Sharing }) {
  const { entryId } = useParams({ from: '/members/app/momokzi-journal/$entryId' });
  const { data: entry, error, refetch } = useQuery(entryQuery(entryId));
  return (
    <Page
      title={
        entry ? dateOf(entry.visitDate, { zone: CALENDAR, as: 'shortWeekdayDate' }) : m.shell_menu_journal()
      }
      backTo={paths.journal}
      className="max-w-[640px]"
    >
      <OfflineStrip
        of={entryQuery(entryId).queryKey}
        isEditable
        offlineText={m.journal_needs_network()}
        className="mb-3"
      />
      {entry ? (
        <FullEntry Sharing={Sharing} entry={entry} />
      ) : error ? (
        <EntryUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-72 w-full rounded-card" />
      )}
    </Page>
  );
}

export function EntryUnavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnknown = error instanceof ApiProblem && (error.status === 404 || error.code === 'request.invalid');
  if (isUnknown)
    return (
      <EmptyState shows="bars" title={m.journal_unknown_title()} text={m.journal_unknown_text()}>
        <LinkButton to={paths.journal} look="secondary" size="small">
          {m.journal_to_journal()}
        </LinkButton>
      </EmptyState>
    );
  return (
    <ErrorState error={error} text={m.journal_load_failed({ message: messageOf(error) })} onRetry={onRetry} />
  );
}

function FullEntry({ entry, Sharing }: { entry: JournalEntry; Sharing: Sharing }) {
  const { nameOf } = useCategories();
  const place = useMyPlaces().get(entry.restaurantId ?? '');
  const { mutate: remove } = useDeleteEntry();
  const leave = useLeave({ to: paths.journal });
  const { id, restaurantId, restaurantName: name } = entry;
  return (
    <div className="grid gap-3">
      <EntryView
        entry={entry}
        amountWon={entry.amountWon}
        text={entry.journalText}
        photos={<PhotoStrip photos={entry.photos} />}
        rating={place?.rating ?? null}
        categoryName={place ? nameOf(place.categoryId) : null}
        title={
          <h2>
            {restaurantId === null ? (
              <span className="block py-2.5">{name}</span>
            ) : (
              <Link
                to={paths.restaurant}
                params={{ restaurantId }}
                className="inline-block py-2.5 underline decoration-1 underline-offset-4"
              >
                {name}
              </Link>
            )}
          </h2>
        }
      />
      <Suspense fallback={<Skeleton className="h-32 w-full rounded-card" />}>
        <Sharing entryId={id} placeName={name} />
      </Suspense>
      <StickyActions>
        <div className={ACTIONS_ROW_CLASSES}>
          <Button
            look="secondary"
            onClick={() => {
              remove({ entryId: id });
              leave();
            }}
          >
            <Trash2 aria-hidden="true" />
            {m.journal_delete()}
          </Button>
          <LinkButton to={paths.editJournalEntry} params={{ entryId: id }}>
            <Pencil aria-hidden="true" />
            {m.journal_edit()}
          </LinkButton>
        </div>
      </StickyActions>
    </div>
  );
}
