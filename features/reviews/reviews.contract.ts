import { z } from 'zod';
import { LinesOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Photo } from '#features/photos/photos.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { BaseTexts, RestaurantChanges, Written } from '#features/restaurants/restaurants.contract.ts';

export const reviewsProblems = defineProblems({
  /** The review does not exist, or the person may not see it. */
  'reviews.not_found': 404,
  'reviews.own_review': 409,
  'reviews.reported_already': 409,
});

/** When a new review becomes visible. `post`: immediately. `pre`: after the admin has approved the review. */
export const ModerationMode = z.enum(['post', 'pre']);
export type ModerationMode = z.infer<typeof ModerationMode>;

export const ModerationStatus = z.enum(['pending', 'approved', 'rejected']);
export type ModerationStatus = z.infer<typeof ModerationStatus>;

/** A review as other members see it. Times are in milliseconds. */
export const PublicReview = z.object({
  /**
   * The id of the review. It does not contain the author's id, because the author's id would reveal which anonymous
   * reviews have the same author.
   */
  id: z.string(),
  /** The author's current nickname; null if the review is anonymous. */
  userName: z.string().nullable(),
  rating: z.number().nullable(),
  reviewText: z.string(),
  photos: z.array(Photo),
  createdAt: z.number(),
  editedAt: z.number().nullable(),
  moderationStatus: ModerationStatus,
  /** Whether the reader has reported the current version of the review. */
  isReported: z.boolean(),
});
export type PublicReview = z.infer<typeof PublicReview>;

export const MyPublicReview = PublicReview.omit({ isReported: true }).extend({
  isAnonymous: z.boolean(),
  /** Whether other members can see the review. */
  isVisible: z.boolean(),
  rejectionReason: z.string().nullable(),
});
export type MyPublicReview = z.infer<typeof MyPublicReview>;

/** Statistics of the visible reviews of a restaurant, including the reader's own review. */
export const ReviewSummary = z.object({
  /** Number of reviews, including reviews without a rating. */
  reviewCount: z.int(),
  publicRatingCount: z.int(),
  publicAverageRating: z.number().nullable(),
  hasPublicReviews: z.boolean(),
  /** Number of ratings with one star, two stars and so on, up to five stars. 4.5 counts as four stars, 0.5 as one. */
  ratingCounts: z.array(z.int()).length(5),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

/**
 * The order of reviews.
 * `newest`: by the time of the first publication, latest first.
 * `highest`: by rating, highest first. Reviews with the same rating are sorted newest first. Reviews without a rating
 * come last.
 */
export const ReviewSort = z.enum(['newest', 'highest']);
export type ReviewSort = z.infer<typeof ReviewSort>;

/** The position of a page: the rating (0 if there is none) and the id of the last review of the previous page. */
const Cursor = z.string().regex(/^[0-5](\.5)?~[0-9a-f-]{36}$/);

const Reviews = z.object({
  restaurantName: z.string(),
  summary: ReviewSummary,
  /** The reader's own review. `reviews` does not contain this review. */
  mine: MyPublicReview.nullable(),
  /** The photos of the reader's saved restaurant, even if they are not shared. */
  myPhotos: z.array(Photo),
  reviews: z.array(PublicReview),
  nextCursor: z.string().nullable(),
});
export type Reviews = z.infer<typeof Reviews>;

const RestaurantParams = z.object({ restaurantId: PlaceId });

export const listReviews = endpoint({
  method: 'GET',
  url: '/api/restaurants/:restaurantId/reviews',
  access: 'member',
  schema: {
    summary: 'Get the public reviews of a restaurant: summary, my own review, and one page of the others.',
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

/**
 * The reader's review. If it is shared, it must contain a rating or a text. `basedOn` contains the text that the review
 * replaces. If the stored text differs, it was changed elsewhere, and the submission is rejected.
 */
export const ReviewSubmission = RestaurantChanges.pick({
  rating: true,
  review: true,
  isShared: true,
  isAnonymous: true,
  userPhotoFilenames: true,
})
  .required({ rating: true, review: true, isShared: true, isAnonymous: true })
  .extend({ basedOn: BaseTexts.pick({ review: true }).optional() })
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
    summary:
      'Submit a rating and review for a restaurant in my list, private or public. Sets its status to 방문 완료.',
    params: RestaurantParams,
    body: ReviewSubmission,
    response: { 200: Written.extend({ mine: MyPublicReview.nullable() }) },
  },
  problems: [
    'restaurants.not_found',
    'restaurants.changed_elsewhere',
    'photos.not_found',
    'photos.limit_reached',
  ],
});

export const updateHasPublicReviewsFlag = endpoint({
  method: 'POST',
  url: '/api/restaurants/:restaurantId/public-reviews-flag',
  access: 'member',
  schema: {
    summary: 'Recalculate the review summary of a restaurant. Idempotent.',
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
  details: LinesOfText.max(REPORT_DETAILS_MAXIMUM).default(''),
});
export type NewReport = z.input<typeof NewReport>;

export const reportReview = endpoint({
  method: 'POST',
  url: '/api/reviews/:reviewId/reports',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Report a review to the admin. Each member can report one version of a review once.',
    params: z.object({ reviewId: z.string().max(36) }),
    body: NewReport,
    response: { 201: z.object({ isReported: z.literal(true) }) },
  },
  problems: ['reviews.not_found', 'reviews.own_review', 'reviews.reported_already'],
});
