import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { ProviderId } from '../providers/providers.contract.ts';
import { Reauthentication } from '../second-factor/second-factor.contract.ts';

export const recoveryProblems = defineProblems({
  /**
   * A review of the sign-in methods is due. After a password reset by mail, only the password can sign in until the
   * owner has reviewed the other sign-in methods.
   */
  'account.review_due': 403,
});

/** Security notices for a member. Times are in milliseconds. */
export const SecurityNotices = z.object({
  /** The password was reset by mail, and the owner has not reviewed the other sign-in methods since. */
  isReviewDue: z.boolean(),
  secondFactorRemoval: z.object({ dueAt: z.number() }).nullable(),
});
export type SecurityNotices = z.infer<typeof SecurityNotices>;

/** The sign-in methods to remove. */
export const Review = Reauthentication.extend({
  passkeys: z.array(z.string().max(64)).max(100),
  providers: z.array(ProviderId).max(10),
  secondFactor: z.boolean(),
});
export type Review = z.infer<typeof Review>;

const token = z.string().min(1).max(200);
const Done = z.object({ done: z.literal(true) });

export const getSecurityNotices = endpoint({
  method: 'GET',
  url: '/api/account/security/notices',
  access: 'member',
  schema: {
    summary:
      'Get the sign-in methods to review after a password reset, and the pending removal of the second factor.',
    response: { 200: SecurityNotices },
  },
  problems: [],
});

export const finishReview = endpoint({
  method: 'POST',
  url: '/api/account/security/review',
  access: 'member',
  schema: {
    summary:
      'Complete the review of sign-in methods: remove those that the owner did not add, and re-enable the others.',
    body: Review,
    response: { 200: SecurityNotices },
  },
  problems: [
    'account.password_wrong',
    'account.reauthentication_required',
    'account.last_sign_in_method',
    'account.too_many_attempts',
  ],
});

export const requestSecondFactorRemoval = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/second-factor/removal',
  access: 'anyone',
  schema: {
    summary:
      'E-mail a link that removes the second factor. Requires the browser that passed the first step of sign-in.',
    response: { 202: Done },
  },
  problems: ['account.second_step_expired', 'account.too_many_attempts'],
});

export const startSecondFactorRemoval = endpoint({
  method: 'PUT',
  url: '/api/account/sign-in/second-factor/removal',
  access: 'anyone',
  schema: {
    summary:
      'Start the removal of the second factor with the token from the e-mail. The second factor is removed after 24 hours.',
    body: z.object({ token }),
    response: { 200: z.object({ dueAt: z.number() }) },
  },
  problems: ['account.link_invalid', 'account.too_many_attempts'],
});

export const cancelSecondFactorRemovalByMail = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/second-factor/removal/cancel',
  access: 'anyone',
  schema: {
    summary: 'Cancel the removal of the second factor with the token from the e-mail.',
    body: z.object({ token }),
    response: { 200: Done },
  },
  problems: ['account.link_invalid', 'account.too_many_attempts'],
});

export const cancelSecondFactorRemoval = endpoint({
  method: 'DELETE',
  url: '/api/account/second-factor/removal',
  access: 'member',
  schema: {
    summary: 'Cancel the removal of the second factor. Idempotent.',
    response: { 200: SecurityNotices },
  },
  problems: [],
});
