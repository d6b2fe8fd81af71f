import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followCollection, type PushedUpdate } from '#features/collections/collections.contract.ts';
import type { VoteSummary } from '#features/collections/votes.contract.ts';
import { urlOf } from '#web/api.ts';
import { collectionQuery, keepPushed } from './collections.documents.ts';
import { inviteQuery } from './collection-members.queries.ts';
import { followDocument, LIVE_POLLING_MILLISECONDS, POLLING_MILLISECONDS } from './follow-document.ts';
import { showVotes, votesQuery } from './votes/votes.queries.ts';

/**
 * Returns a collection and polls the changes of other members. If no announcements of changes arrive from the server,
 * the polling is more frequent.
 */
export function useCollection(collectionId: string) {
  const isAnnounced = useAnnouncements(collectionId);
  const polling = isAnnounced ? LIVE_POLLING_MILLISECONDS : POLLING_MILLISECONDS;
  const { data: invite } = useQuery({ ...inviteQuery(collectionId), enabled: false });
  const { data: known } = useQuery({ ...collectionQuery(collectionId), enabled: false });
  const isJoint = (known !== undefined && 1 < known.people.length) || Boolean(invite);
  useQuery({
    ...votesQuery(collectionId),
    refetchInterval: ({ state: { data: votes } }) =>
      (isJoint || votes?.some(({ isOpen }) => isOpen)) && polling,
  });
  return useQuery({ ...collectionQuery(collectionId), refetchInterval: isJoint && polling });
}

/** @returns whether announcements arrive from the server */
function useAnnouncements(collectionId: string): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(
    () =>
      followDocument(queryClient, {
        url: urlOf(followCollection.url, { params: { collectionId } }),
        queryKey: collectionQuery(collectionId).queryKey,
        onNamed: {
          update: (data) => keepPushed(JSON.parse(data) as PushedUpdate),
          votes: (data) => void showVotes(queryClient, collectionId, JSON.parse(data) as VoteSummary[]),
        },
        onLive: setLive,
      }),
    [queryClient, collectionId],
  );
  return isLive;
}
