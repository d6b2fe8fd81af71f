import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { providedQuery } from '../provided/provided.queries.ts';
import { SourceCards } from './SourceCards.tsx';

/** 출처별로 보기: the page that lists every programme and guide. */
export function SourcesPage() {
  return (
    <Page title={m.provided_sources_title()} backTo={paths.collections}>
      <OfflineStrip of={providedQuery.queryKey} offlineText={m.provided_needs_network()} className="mb-3" />
      <SourceCards />
    </Page>
  );
}
