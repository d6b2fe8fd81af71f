import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import {
  addRestaurant,
  deleteRestaurant,
  type NewRestaurant,
} from '#features/restaurants/restaurants.contract.ts';
import { myListQuery, restaurantWrite, applyResponse } from '#features/restaurants/web/restaurants.public.ts';
import type { RowChoice } from '#features/transfer/review.rules.ts';
import type { ApiProblem } from '#web/api.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { keysInDraft, settleSubmission, type Submission, submissionOf } from '#web/submissions.ts';
import { showToast } from '#web/ui/Toast.tsx';
import type { DraftRow, PasteDraft } from './paste-draft.ts';
import { sourceMemoOf } from './source-memo.ts';
import type { ReviewDraft } from './use-review-draft.ts';

/**
 * Adds the ticked rows one after another, each under its own idempotency key, which survives the page. A rejected row
 * stays with its reason; the others go on.
 */
export function useSave({
  review,
  showLimit,
}: {
  review: ReviewDraft;
  showLimit: (problem: ApiProblem) => boolean;
}) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, ApiProblem>>(new Map());
  const { mutateAsync: add } = useMutation({
    ...restaurantWrite,
    meta: { signInSentence: m.account_needed_to_add_restaurant },
    mutationFn: ({ body, idempotencyKey }: Submission<NewRestaurant>) =>
      call(addRestaurant, { body, idempotencyKey }),
    onSuccess: (written) => applyResponse(queryClient, written),
  });
  const { mutateAsync: remove, isPending: isUndoing } = useMutation({
    ...restaurantWrite,
    mutationFn: (restaurantId: string) => call(deleteRestaurant, { params: { restaurantId } }),
  });

  /** @returns null if it was added */
  const saveRow = async (row: DraftRow, target: RowChoice): Promise<ApiProblem | null> => {
    const unanswered = keysInDraft({
      read: () => review.rowOf(row.id)?.submission ?? null,
      write: (submission) => review.changeRow(row.id, { submission }),
    });
    const submission = submissionOf(bodyOf({ row, target, fields: review.draft.fields }), unanswered);
    try {
      const { restaurant } = await add(submission);
      settleSubmission(submission, { problem: null, unanswered });
      review.markSaved(row.id, restaurant?.id ?? null);
      return null;
    } catch (error) {
      const problem = error as ApiProblem;
      settleSubmission(submission, { problem, unanswered });
      return problem;
    }
  };

  return {
    progress,
    problemOf: (rowId: string): ApiProblem | undefined => problems.get(rowId),
    save: async (wanted: readonly { row: DraftRow; target: RowChoice }[]) => {
      const failed = new Map<string, ApiProblem>();
      for (const [done, { row, target }] of wanted.entries()) {
        setProgress({ done, count: wanted.length });
        const problem = await saveRow(row, target);
        if (!problem) continue;
        if (showLimit(problem) || problem.status === 401) break;
        failed.set(row.id, problem);
      }
      setProgress(null);
      setProblems(failed);
      const [first] = failed.values();
      if (first)
        showToast(m.transfer_some_failed({ count: failed.size, message: messageOf(first) }), {
          kind: 'alert',
        });
    },
    isUndoing,
    /** Removes what this review added; its rows return. */
    undo: async () => {
      for (const { restaurantId } of review.draft.saved) {
        try {
          await remove(restaurantId);
          review.markUnsaved(restaurantId);
        } catch (error) {
          showToast(m.restaurants_delete_failed({ message: messageOf(error) }), { kind: 'alert' });
          break;
        }
      }
      await queryClient.invalidateQueries({ queryKey: myListQuery.queryKey });
    },
  };
}

function bodyOf({
  row: { place },
  target,
  fields,
}: {
  row: DraftRow;
  target: RowChoice;
  fields: PasteDraft['fields'];
}): NewRestaurant {
  const { name, address, phoneNumber } = place;
  return {
    ...fields,
    sourceMemo: sourceMemoOf({ memo: fields.sourceMemo, link: place.link }),
    place:
      target.from === 'maps'
        ? { from: 'maps', placeId: target.suggestion.placeId }
        : { from: 'hand', name, address, coordinates: null, phoneNumber },
  };
}
