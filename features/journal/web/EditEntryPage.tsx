import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import type { JournalEntry } from '#features/journal/journal.contract.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { EntryUnavailable } from './EntryPage.tsx';
import type { EntryValues } from './form/entry-draft.ts';
import { EntryForm } from './form/EntryForm.tsx';
import { entryQuery } from './journal.queries.ts';

export function EditEntryPage() {
  const { entryId } = useParams({ from: '/members/app/momokzi-journal/$entryId/edit' });
  const me = useMe();
  const { data: entry, error, refetch } = useQuery({ ...entryQuery(entryId), refetchOnWindowFocus: false });
  return (
    <Page title={m.journal_edit_title()} backTo={paths.journal} className="max-w-[640px]">
      <OfflineStrip of={entryQuery(entryId).queryKey} isEditable />
      {me && entry ? (
        <EntryForm
          key={entryId}
          me={me}
          entryId={entryId}
          saved={valuesOf(entry)}
          version={entry.updatedAt}
        />
      ) : error ? (
        <EntryUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-72 w-full rounded-card" />
      )}
    </Page>
  );
}

const valuesOf = (values: JournalEntry): EntryValues => ({
  restaurantId: values.restaurantId,
  restaurantName: values.restaurantName,
  visitDate: values.visitDate,
  visitTime: values.visitTime,
  journalText: values.journalText,
  photos: values.photos,
  tagsWith: values.tagsWith,
  tagsOccasion: values.tagsOccasion,
  amountWon: values.amountWon,
});
