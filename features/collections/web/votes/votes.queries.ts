import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  answerVote,
  closeVote,
  createVote,
  deleteVote,
  getVote,
  listVotes,
  type NewVote,
  type Vote,
  type VoteAnswers,
} from '#features/collections/votes.contract.ts';
import { type ApiProblem, call, retryLostConnection, retryLostRead } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/use-submission.ts';
import { keepDeviceKey, readDeviceKey } from './device-key.ts';

const POLLING_MS = 10_000;

/** The votes of a collection, newest first. */
export const votesQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['votes', collectionId],
    queryFn: async ({ signal }) => (await call(listVotes, { params: { collectionId }, signal })).votes,
    refetchOnWindowFocus: 'always',
  });

/** A vote. While it is open and its screen is shown, it is polled for new answers. */
export const voteQuery = (voteId: string) =>
  queryOptions({
    queryKey: ['vote', voteId],
    queryFn: ({ signal }) => call(getVote, { params: { voteId }, signal }),
    retry: retryLostRead,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data?.isOpen ? POLLING_MS : false),
  });

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

/** Answers a vote with the key of this device. */
export function useAnswerVote(voteId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: async (body: Omit<VoteAnswers, 'key'>) => {
      const device = readDeviceKey(voteId);
      // The key is stored before the request: after a lost response, a retry must not create a second voter.
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

/** @param onDeleted runs even after the calling screen is gone */
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

function show(queryClient: QueryClient, vote: Vote) {
  queryClient.setQueryData(voteQuery(vote.id).queryKey, vote);
  return queryClient.invalidateQueries({ queryKey: ['votes'] });
}
