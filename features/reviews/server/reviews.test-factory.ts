import { randomUUID } from 'node:crypto';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import type { NewReport, Reviews, ReviewSubmission } from '#features/reviews/reviews.contract.ts';
import type { App } from '#server/http/feature.ts';

export const reviewsOf = (app: App, { headers }: Pick<TestMember, 'headers'>) => {
  const at = (restaurantId: string) => `/api/restaurants/${encodeURIComponent(restaurantId)}`;
  const read = (restaurantId: string, query: Record<string, string> = {}) =>
    app.inject({ url: `${at(restaurantId)}/reviews`, query, headers });
  return {
    read,
    now: async (restaurantId: string, query: Record<string, string> = {}): Promise<Reviews> =>
      (await read(restaurantId, query)).json<Reviews>(),
    submit: (restaurantId: string, submission: Partial<ReviewSubmission> = {}) =>
      app.inject({
        method: 'PUT',
        url: `${at(restaurantId)}/my-review`,
        headers,
        payload: { rating: 4.5, review: '국물이 맑아요.', isShared: true, isAnonymous: false, ...submission },
      }),
    recalculateSummary: (restaurantId: string) =>
      app.inject({ method: 'POST', url: `${at(restaurantId)}/public-reviews-flag`, headers }),
    report: (reviewId: string, report: NewReport = { reason: 'abuse' }) =>
      app.inject({
        method: 'POST',
        url: `/api/reviews/${reviewId}/reports`,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        payload: report,
      }),
  };
};

export const moderationOf = (app: App, { headers }: Pick<TestMember, 'headers'>) => {
  const decide = (reviewId: string, decision: 'approve' | 'reject', payload: object) =>
    app.inject({ method: 'POST', url: `/api/admin/reviews/${reviewId}/${decision}`, headers, payload });
  return {
    list: (query: Record<string, string> = {}) => app.inject({ url: '/api/admin/reviews', query, headers }),
    approve: (reviewId: string, { revision = 1, reports = 0 } = {}) =>
      decide(reviewId, 'approve', { revision, reports }),
    reject: (reviewId: string, { revision = 1, reports = 0 } = {}) =>
      decide(reviewId, 'reject', { revision, reports, reason: '광고 글이에요.' }),
  };
};
