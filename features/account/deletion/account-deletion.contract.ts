import { z } from 'zod';
import { LinesOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const REASON_MAXIMUM = 500;
export const DELETION_PHRASES = { ko: '탈퇴합니다', en: 'delete my account' } as const;

export const accountDeletionProblems = defineProblems({
  'account.deletion_already_scheduled': 409,
});

/** A scheduled deletion. Times are in milliseconds. */
const DeletionRequest = z.object({ requestedAt: z.number(), dueAt: z.number() });
export type DeletionRequest = z.infer<typeof DeletionRequest>;

const Deletion = z.object({
  request: DeletionRequest.nullable(),
  reauthenticatedBy: z.enum(['password', 'fresh_sign_in']),
});

/** Members without a password omit this field. For these members, a recent sign-in is enough. */
const password = z.string().min(1, 'account.password_missing').max(1024).optional();

export const ScheduleDeletionForm = z.object({ reason: LinesOfText.max(REASON_MAXIMUM), password });
export type ScheduleDeletionForm = z.infer<typeof ScheduleDeletionForm>;

export const DeleteNowForm = ScheduleDeletionForm.extend({
  phrase: z
    .string()
    .trim()
    .refine(
      (phrase) => phrase === DELETION_PHRASES.ko || phrase.toLowerCase() === DELETION_PHRASES.en,
      'account.phrase_wrong',
    ),
});
export type DeleteNowForm = z.infer<typeof DeleteNowForm>;

export const getDeletionRequest = endpoint({
  method: 'GET',
  url: '/api/account/deletion',
  access: 'member',
  schema: { summary: 'Get the scheduled deletion of this account, if any.', response: { 200: Deletion } },
  problems: [],
});

export const requestUserDeletion = endpoint({
  method: 'POST',
  url: '/api/account/deletion',
  access: 'member',
  schema: {
    summary: 'Schedule deletion of this account in seven days. Can be cancelled until then.',
    body: ScheduleDeletionForm,
    response: { 202: Deletion },
  },
  problems: [
    'account.password_wrong',
    'account.reauthentication_required',
    'account.deletion_already_scheduled',
    'account.too_many_attempts',
  ],
});

export const cancelUserDeletion = endpoint({
  method: 'DELETE',
  url: '/api/account/deletion',
  access: 'member',
  schema: {
    summary: 'Cancel scheduled deletion. Idempotent.',
    response: { 200: Deletion },
  },
  problems: [],
});

export const deleteMyAccount = endpoint({
  method: 'POST',
  url: '/api/account/deletion/now',
  access: 'member',
  schema: {
    summary: 'Delete this account immediately. Cannot be undone.',
    body: DeleteNowForm,
    response: { 200: z.object({ me: z.null() }) },
  },
  problems: ['account.password_wrong', 'account.reauthentication_required', 'account.too_many_attempts'],
});
