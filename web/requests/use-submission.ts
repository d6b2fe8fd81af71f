import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiProblem } from '../api.ts';
import { settleSubmission, type Submission, submissionOf, type UnansweredKeys } from './submissions.ts';

/**
 * A mutation that creates something. `mutate(body)` generates the Idempotency-Key. A retry, or a second press after a
 * lost response, therefore creates nothing twice. After the first response, the next call uses a new key.
 *
 * Callbacks in the options run even after the member has left the screen. Callbacks given to `mutate` do not run then,
 * so they may only change the screen.
 */
export function useSubmission<Data, Body, OnMutateResult = unknown>({
  send,
  unanswered,
  ...options
}: Omit<UseMutationOptions<Data, ApiProblem, Submission<Body>, OnMutateResult>, 'mutationFn'> & {
  send: (body: Body, idempotencyKey: string) => Promise<Data>;
  /** Stores the keys of the form, so that they survive leaving the page. Default: the component stores them. */
  unanswered?: UnansweredKeys;
}) {
  const [ownKeys] = useState<UnansweredKeys>(() => new Map<string, string>());
  const keys = unanswered ?? ownKeys;
  const {
    mutate,
    mutateAsync: _,
    ...mutation
  } = useMutation<Data, ApiProblem, Submission<Body>, OnMutateResult>({
    ...options,
    mutationFn: ({ body, idempotencyKey }) => send(body, idempotencyKey),
    onSettled: (...settled) => {
      const [, problem, submission] = settled;
      settleSubmission(submission, { problem, unanswered: keys });
      return options.onSettled?.(...settled);
    },
  });
  return {
    ...mutation,
    mutate: (body: Body, callbacks?: MutateOptions<Data, ApiProblem, Submission<Body>, OnMutateResult>) =>
      mutate(submissionOf(body, keys), callbacks),
  };
}
