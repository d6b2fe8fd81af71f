import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followCollection, type PushedUpdate } from '#features/collections/collections.contract.ts';
import { urlOf } from '#web/api.ts';
import { followEvents } from '#web/event-source.ts';
import { collectionQuery, keepPushed } from './collections.documents.ts';
import { inviteQuery } from './collections.queries.ts';

const POLLING_MS = 5_000;
/** Names of people and the end of a membership are not announced. */
const LIVE_POLLING_MS = 60_000;

/**
 * One collection, with the changes of others while its screen is shown: announced by the server, and polled where
 * announcements do not arrive; an unchanged one is answered with 304. The owner of a link to join waits for the first
 * member.
 */
export function useCollection(collectionId: string) {
  const { data: invite } = useQuery({ ...inviteQuery(collectionId), enabled: false });
  const { data: known } = useQuery({ ...collectionQuery(collectionId), enabled: false });
  const isJoint = (known !== undefined && 1 < known.people.length) || Boolean(invite);
  const isAnnounced = useAnnouncements(collectionId, { isEnabled: isJoint });
  return useQuery({
    ...collectionQuery(collectionId),
    refetchInterval: isJoint && (isAnnounced ? LIVE_POLLING_MS : POLLING_MS),
  });
}

/** Reads a collection again when the server announces a newer version. @returns whether announcements arrive */
function useAnnouncements(collectionId: string, { isEnabled }: { isEnabled: boolean }): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const { queryKey } = collectionQuery(collectionId);
    const isOlderThan = (version: number) => (queryClient.getQueryData(queryKey)?.version ?? 0) < version;
    const readAgain = () => queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
    return followEvents(urlOf(followCollection.url, { params: { collectionId } }), {
      onLive: setLive,
      onUpdate: (data) => keepPushed(JSON.parse(data) as PushedUpdate),
      // The member may have been removed.
      onLost: readAgain,
      onEvent: async (data) => {
        const version = Number(data);
        if (isOlderThan(version)) await readAgain();
        // The read that was joined may have begun before the change.
        if (isOlderThan(version)) await readAgain();
      },
    });
  }, [queryClient, collectionId, isEnabled]);
  return isLive;
}
