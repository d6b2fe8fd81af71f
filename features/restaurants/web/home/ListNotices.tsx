import { m } from '#messages';
import { OutboxStrip } from '#web/outbox/OutboxStrip.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { myListQuery } from '../my-list.query.ts';

/** What the member has to know about a list that was not read again, or whose changes are not sent yet. */
export function ListNotices() {
  return (
    <>
      <OfflineStrip of={myListQuery.queryKey} isEditable offlineText={m.restaurants_needs_network()} />
      <OutboxStrip />
    </>
  );
}
