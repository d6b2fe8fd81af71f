import { m } from '#messages';
import { JournalFeedControls } from '#features/journal/web/journal.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { Page } from '#web/shell/Page.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { ArchiveSection } from './ArchiveSection.tsx';
import { CaptureSection } from './CaptureSection.tsx';
import { DataSection } from './DataSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { RestoreSection } from './RestoreSection.tsx';

/** 내 데이터: exports my list, downloads and restores an archive of all data, explains how other apps send places here, and offers the journal as a calendar. */
export function DataPage() {
  return (
    <Page title={m.data_title()} className="max-w-[720px]">
      <OfflineStrip of={myListQuery.queryKey} offlineText={m.data_needs_network()} className="mb-3" />
      <ExportSection />
      <ArchiveSection />
      <RestoreSection />
      <CaptureSection />
      <DataSection title={m.journal_feed()} text={m.journal_feed_text()}>
        <JournalFeedControls />
      </DataSection>
    </Page>
  );
}
