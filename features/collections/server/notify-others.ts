import type { NotificationAct } from '#features/notifications/notifications.contract.ts';
import { notify } from '#features/notifications/server/notifications.public.ts';
import type { Connection } from '#server/database/database.ts';
import { selectOtherPeople } from './collections.sql.ts';

/** Notifies the other people of a collection of a change. @param given.userId the author; null for a visitor */
export async function notifyOthers(
  transaction: Connection,
  {
    collectionId,
    userId,
    act,
    restaurantIds = [],
    detail = null,
  }: {
    collectionId: string;
    userId: string | null;
    act: NotificationAct;
    restaurantIds?: readonly string[];
    /** The title of the vote, if the event is about a vote. */
    detail?: string | null;
  },
): Promise<void> {
  const [placeId = null, ...others] = restaurantIds;
  await notify(transaction, {
    kind: 'collection',
    subjectId: collectionId,
    recipients: await selectOtherPeople(transaction, { collectionId, userId }),
    act,
    actorId: userId,
    placeId: others.length === 0 ? placeId : null,
    detail,
  });
}
