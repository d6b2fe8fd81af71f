import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Photo } from '#features/photos/photos.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { RestaurantChanges, Written } from '#features/restaurants/restaurants.contract.ts';

export const reviewsProblems = defineProblems({
  /** Also for a review that the person may not see. */
  'reviews.not_found': 404,
  'reviews.own_review': 409,
  'reviews.reported_already': 409,
});

/** Whether what new members say shows at once (`post`) or after the admin has approved it (`pre`). */
export const ModerationMode = z.enum(['post', 'pre']);
export type ModerationMode = z.infer<typeof ModerationMode>;

export const ModerationStatus = z.enum(['pending', 'approved', 'rejected']);
export type ModerationStatus = z.infer<typeof ModerationStatus>;

/** A review as any member reads it. Times in milliseconds. */
export const PublicReview = z.object({
  /** The review's own: the writer's id would tell which reviews of 익명 are one person's. */
  id: z.string(),
  /** The writer's nickname now; null: 익명. */
  userName: z.string().nullable(),
  rating: z.number().nullable(),
  reviewText: z.string(),
  photos: z.array(Photo),
  createdAt: z.number(),
  editedAt: z.number().nullable(),
  moderationStatus: ModerationStatus,
  /** Whether the reader has reported it as it stands. */
  isReported: z.boolean(),
});
export type PublicReview = z.infer<typeof PublicReview>;

/** A member's own review, in whatever state. */
export const MyPublicReview = PublicReview.omit({ isReported: true }).extend({
  isAnonymous: z.boolean(),
  /** Whether other members see it now. */
  isVisible: z.boolean(),
  rejectionReason: z.string().nullable(),
});
export type MyPublicReview = z.infer<typeof MyPublicReview>;

/** The figures of a place's visible reviews, the reader's own among them. */
export const ReviewSummary = z.object({
  /** With and without a rating. */
  reviewCount: z.int(),
  publicRatingCount: z.int(),
  publicAverageRating: z.number().nullable(),
  hasPublicReviews: z.boolean(),
  /** How many ratings round up to one star, two stars, … five. */
  ratingCounts: z.array(z.int()).length(5),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

/** `newest` by when it was first shared; `highest` by rating, unrated last, of equal ones the newest first. */
export const ReviewSort = z.enum(['newest', 'highest']);
export type ReviewSort = z.infer<typeof ReviewSort>;

/** The last review of the page before: its rating (0: none) and its id. */
const Cursor = z.string().regex(/^[0-5](\.5)?~[0-9a-f-]{36}$/);

const Reviews = z.object({
  restaurantName: z.string(),
  summary: ReviewSummary,
  /** The reader's own; not repeated below. */
  mine: MyPublicReview.nullable(),
  /** Of the reader's own link, shared or not. */
  myPhotos: z.array(Photo),
  reviews: z.array(PublicReview),
  /** For the page after this; null on the last. */
  nextCursor: z.string().nullable(),
});
export type Reviews = z.infer<typeof Reviews>;

const RestaurantParams = z.object({ restaurantId: PlaceId });

export const listReviews = endpoint({
  method: 'GET',
  url: '/api/restaurants/:restaurantId/reviews',
  access: 'member',
  schema: {
    summary: 'What members say of a place: figures, my own review, a page of the others',
    params: RestaurantParams,
    querystring: z.object({
      sort: ReviewSort.default('newest'),
      cursor: Cursor.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: { 200: Reviews },
  },
  problems: ['restaurants.not_found'],
});

/** What is said of a visit, and who may read it. To share it, something must be said. */
export const ReviewSubmission = RestaurantChanges.pick({
  rating: true,
  review: true,
  isShared: true,
  isAnonymous: true,
  userPhotoFilenames: true,
})
  .required({ rating: true, review: true, isShared: true, isAnonymous: true })
  .refine(({ isShared, rating, review }) => !isShared || rating !== null || review !== '', {
    path: ['review'],
    error: 'reviews.nothing_said',
  });
export type ReviewSubmission = z.infer<typeof ReviewSubmission>;

export const submitReview = endpoint({
  method: 'PUT',
  url: '/api/restaurants/:restaurantId/my-review',
  access: 'member',
  schema: {
    summary: 'Rate and review a place of my list, for me or for all members; it becomes 방문 완료',
    params: RestaurantParams,
    body: ReviewSubmission,
    response: { 200: Written.extend({ mine: MyPublicReview.nullable() }) },
  },
  problems: ['restaurants.not_found', 'photos.not_found', 'photos.limit_reached'],
});

export const updateHasPublicReviewsFlag = endpoint({
  method: 'POST',
  url: '/api/restaurants/:restaurantId/public-reviews-flag',
  access: 'member',
  schema: {
    summary: 'Count a place’s visible reviews anew; changes nothing where the figures are right',
    params: RestaurantParams,
    response: { 200: ReviewSummary },
  },
  problems: ['restaurants.not_found'],
});

export const ReportReason = z.enum(['advertising', 'abuse', 'untrue', 'privacy', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

export const REPORT_DETAILS_MAXIMUM = 500;

export const NewReport = z.object({
  reason: ReportReason,
  details: z.string().trim().max(REPORT_DETAILS_MAXIMUM).default(''),
});
export type NewReport = z.input<typeof NewReport>;

export const reportReview = endpoint({
  method: 'POST',
  url: '/api/reviews/:reviewId/reports',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Tell the admin what is wrong with a review; once for each state of it',
    params: z.object({ reviewId: z.string().max(36) }),
    body: NewReport,
    response: { 201: z.object({ isReported: z.literal(true) }) },
  },
  problems: ['reviews.not_found', 'reviews.own_review', 'reviews.reported_already'],
});
