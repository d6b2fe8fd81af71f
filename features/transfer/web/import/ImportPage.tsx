import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { SourceStrip } from '#features/restaurants/web/restaurants.public.ts';
import { numberOf } from '#web/number-of.ts';
import { Page } from '#web/shell/Page.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { ReviewSkeleton } from '../ReviewSkeleton.tsx';
import { FileFaults, FilePanel } from './FilePanel.tsx';
import { ImportReview } from './ImportReview.tsx';
import { ImportStart } from './ImportStart.tsx';
import { importsQuery, useAddRows } from './imports.queries.ts';
import { LinesOfText } from './LinesOfText.tsx';
import { useImportedLists, useImportListLink } from './list-link.queries.ts';
import { ListLinkPanel } from './ListLinkPanel.tsx';
import { rowOfFile } from '#features/transfer/new-rows.ts';
import { SavedNotice } from './SavedNotice.tsx';
import { EntriesOfLists, SkippedEntries } from './SkippedEntries.tsx';
import { useReadFiles } from './use-read-files.ts';

/** The page for files with places: reads the files, and lets the member review, save and undo their places. */
export function ImportPage() {
  const me = useMe();
  return <Page title={m.transfer_import_title()}>{me && <ImportScreen key={me.uid} uid={me.uid} />}</Page>;
}

function ImportScreen({ uid }: { uid: string }) {
  const { data: imports, error, refetch } = useQuery(importsQuery);
  const addRows = useAddRows();
  const listLink = useImportListLink();
  const open = imports?.find(({ state }) => state !== 'done');
  const saved = imports?.filter(({ state, undoUntil }) => state === 'done' && undoUntil !== null) ?? [];
  const lists = useImportedLists([...(open ? [open] : []), ...saved].map(({ id }) => id));
  const files = useReadFiles({
    uid,
    onPlaces: ({ places }) => {
      if (places.length === 0) return;
      addRows.mutate(places.map(rowOfFile), {
        onSuccess: (added) => {
          const [count, known] = [numberOf(places.length), numberOf(places.length - added)];
          showToast(
            added === places.length
              ? m.transfer_files_read({ count })
              : m.transfer_files_known({ count, known }),
          );
        },
      });
    },
  });
  if (!imports) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ReviewSkeleton />;
  }
  const filePanel = <FilePanel files={files} isSending={addRows.isPending} />;
  const notRead = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
      <SkippedEntries files={files} />
      <EntriesOfLists lists={lists} />
      <LinesOfText uid={uid} />
    </div>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:pt-4">
      <SourceStrip />
      {saved.map((each) => (
        <SavedNotice key={each.id} imported={each} />
      ))}
      <FileFaults files={files} />
      {!open && notRead}
      {open ? (
        <ImportReview
          key={open.id}
          imported={open}
          panel={
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <ListLinkPanel listLink={listLink} />
              {filePanel}
            </div>
          }
          notRead={notRead}
        />
      ) : (
        <ImportStart listLink={listLink} files={filePanel} />
      )}
    </div>
  );
}
