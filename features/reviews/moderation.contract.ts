import { z } from 'zod';
import { LinesOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Photo } from '#features/photos/photos.contract.ts';
import { ModerationStatus, ReportReason } from './reviews.contract.ts';

export const moderationProblems = defineProblems({
  /** The author has changed the review, or a member has reported it, since the admin read it. */
  'reviews.edit_conflict': 409,
});

/** A review as the admin sees it. Times are in milliseconds. */
export const ModeratedReview = z.object({
  id: z.string(),
  /** The version of the review. A decision of the admin applies to one version. */
  revision: z.int(),
  restaurantId: z.string(),
  restaurantName: z.string(),
  userId: z.string(),
  /** The author's nickname, which the admin sees even if the review is anonymous. */
  userName: z.string(),
  isAnonymous: z.boolean(),
  rating: z.number().nullable(),
  reviewText: z.string(),
  photos: z.array(Photo),
  createdAt: z.number(),
  editedAt: z.number().nullable(),
  moderationStatus: ModerationStatus,
  moderatedAt: z.number().nullable(),
  rejectionReason: z.string().nullable(),
  /** The reports since the last decision, oldest first. */
  reports: z.array(z.object({ reason: ReportReason, details: z.string(), createdAt: z.number() })),
});
export type ModeratedReview = z.infer<typeof ModeratedReview>;

/**
 * The list of reviews to show. Pending and reported reviews are sorted oldest first, approved and rejected reviews
 * newest first.
 */
export const ModerationView = z.enum(['pending', 'reported', 'approved', 'rejected']);
export type ModerationView = z.infer<typeof ModerationView>;

export const listModeratedReviews = endpoint({
  method: 'GET',
  url: '/api/admin/reviews',
  access: 'admin',
  schema: {
    summary: 'List public reviews for moderation, with their reports.',
    querystring: z.object({
      view: ModerationView.default('pending'),
      cursor: z.string().max(36).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: {
      200: z.object({
        counts: z.object({ pending: z.int(), reported: z.int() }),
        reviews: z.array(ModeratedReview),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  problems: [],
});

const ReviewParams = z.object({ reviewId: z.string().max(36) });
/** What the admin has read: the version of the review and the number of its unresolved reports. */
const ReadState = z.object({ revision: z.int().min(1), reports: z.int().min(0) });

export const approveReview = endpoint({
  method: 'POST',
  url: '/api/admin/reviews/:reviewId/approve',
  access: 'admin',
  schema: {
    summary: 'Approve a review and resolve its reports.',
    params: ReviewParams,
    body: ReadState,
    response: { 200: ModeratedReview },
  },
  problems: ['reviews.not_found', 'reviews.edit_conflict'],
});

export const REJECTION_REASON_MAXIMUM = 300;

export const Rejection = ReadState.extend({
  /** The reason, which is shown to the author. */
  reason: LinesOfText.min(1, 'reviews.rejection_reason_missing').max(REJECTION_REASON_MAXIMUM),
});

export const rejectReview = endpoint({
  method: 'POST',
  url: '/api/admin/reviews/:reviewId/reject',
  access: 'admin',
  schema: {
    summary: 'Reject a review and resolve its reports. Only its author still sees it, with the reason.',
    params: ReviewParams,
    body: Rejection,
    response: { 200: ModeratedReview },
  },
  problems: ['reviews.not_found', 'reviews.edit_conflict'],
});
