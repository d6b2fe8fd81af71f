import { queryOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import {
  answerVote,
  closeVote,
  createVote,
  decideVote,
  deleteVote,
  followVote,
  getVote,
  listVotes,
  type NewVote,
  type PushedVote,
  type Vote,
  type VoteAnswers,
  type VoteSummary,
} from '#features/collections/votes.contract.ts';
import { type ApiProblem, call, retryLostConnection, urlOf } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import { followDocument, LIVE_POLLING_MILLISECONDS, POLLING_MILLISECONDS } from '../follow-document.ts';
import { showDocument } from '../show-document.ts';
import { createDeviceKey, keepDeviceKey, readDeviceKey } from './device-key.ts';

/** The votes of a collection. The newest vote comes first. */
export const votesQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['votes', collectionId],
    queryFn: async ({ signal }) => (await call(listVotes, { params: { collectionId }, signal })).votes,
    refetchOnWindowFocus: 'always',
  });

export const showVotes = (queryClient: QueryClient, collectionId: string, votes: VoteSummary[]) =>
  showDocument(queryClient, votesQuery(collectionId).queryKey, votes);

export const voteQuery = (voteId: string) =>
  queryOptions({
    queryKey: ['vote', voteId],
    queryFn: ({ signal }) => call(getVote, { params: { voteId }, signal }),
    retry: retryLostConnection,
    refetchOnWindowFocus: 'always',
  });

/** Returns a vote. While the vote is open and its screen is shown, new answers of other people appear. */
export function useVote(voteId: string) {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  const query = useQuery({
    ...voteQuery(voteId),
    refetchInterval: ({ state: { data } }) =>
      data?.isOpen && (isLive ? LIVE_POLLING_MILLISECONDS : POLLING_MILLISECONDS),
  });
  const isOpen = query.data?.isOpen ?? false;
  useEffect(() => {
    if (!isOpen) return undefined;
    return followDocument(queryClient, {
      url: urlOf(followVote.url, { params: { voteId } }),
      queryKey: voteQuery(voteId).queryKey,
      onNamed: { update: (data) => void showVote(queryClient, JSON.parse(data) as PushedVote) },
      onLive: setLive,
    });
  }, [queryClient, voteId, isOpen]);
  return query;
}

export function useCreateVote(collectionId: string) {
  const queryClient = useQueryClient();
  return useSubmission({
    retry: retryLostConnection,
    send: (body: NewVote, idempotencyKey) =>
      call(createVote, { params: { collectionId }, body, idempotencyKey }),
    onError: (problem) => {
      if (problem.errors.length === 0) showFailure(problem);
    },
    onSuccess: (vote) => show(queryClient, vote),
  });
}

export function useAnswerVote(voteId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: async (body: Omit<VoteAnswers, 'key'>) => {
      const device = readDeviceKey(voteId) ?? createDeviceKey();
      // The key is stored before the request. If the response is lost, a retry uses the same key and does not create a
      // second voter.
      keepDeviceKey(voteId, device);
      const answered = await call(answerVote, { params: { voteId }, body: { ...body, key: device.key } });
      keepDeviceKey(voteId, { ...device, voterId: answered.voterId });
      return answered.vote;
    },
    onError: showFailure,
    onSuccess: (vote) => {
      showToast(m.votes_sent());
      return show(queryClient, vote);
    },
  });
}

export function useCloseVote() {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: (voteId: string) => call(closeVote, { params: { voteId } }),
    onError: showFailure,
    onSuccess: (vote) => show(queryClient, vote),
  });
}

export function useDecideVote(voteId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: (body: { restaurantId: string; dateId?: string }) =>
      call(decideVote, { params: { voteId }, body }),
    onError: showFailure,
    onSuccess: (vote) => show(queryClient, vote),
  });
}

/** @param onDeleted called even after the calling screen is gone */
export function useDeleteVote({ onDeleted }: { onDeleted: () => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: ({ id }: Vote) => call(deleteVote, { params: { voteId: id } }),
    onError: showFailure,
    onSuccess: (_, { id }) => {
      showToast(m.votes_deleted());
      queryClient.removeQueries({ queryKey: voteQuery(id).queryKey });
      onDeleted();
      return queryClient.invalidateQueries({ queryKey: ['votes'] });
    },
  });
}

const showFailure = (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' });

/** Shows a vote. A vote that is older than the shown vote is ignored. */
const showVote = (queryClient: QueryClient, vote: Vote | PushedVote) =>
  showDocument(queryClient, voteQuery(vote.id).queryKey, (known) =>
    known && vote.version < known.version ? known : { membership: null, ...known, ...vote },
  );

async function show(queryClient: QueryClient, vote: Vote) {
  await showVote(queryClient, vote);
  return queryClient.invalidateQueries({ queryKey: ['votes'] });
}
