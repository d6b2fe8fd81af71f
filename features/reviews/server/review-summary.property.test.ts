import fc from 'fast-check';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { ModerationMode, ModerationStatus, Reviews } from '#features/reviews/reviews.contract.ts';
import { isVisible } from '#features/reviews/reviews.rules.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { testRuns } from '#server/test-runs.ts';
import { setModerationMode } from './reviews.sql.ts';
import { moderationOf, reviewsOf } from './reviews.test-factory.ts';

const RUNS = testRuns(12);
const TIMEOUT = 120_000 + RUNS * 5_000;

const WRITERS = 5;
const WITHOUT_RATE_LIMIT = {
  ADMIN_EMAIL: 'boss@example.com',
  REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000,
  REQUESTS_PER_MINUTE_BY_ACCOUNT: 1_000_000,
};

/**
 * An action of a member or of the admin. `flag` calls `updateHasPublicReviewsFlag`, which the browser calls after a
 * submission.
 */
type Act =
  | { does: 'submit'; rating: number | null; review: string; isShared: boolean; isAnonymous: boolean }
  | { does: 'unshare' | 'share' | 'remove' | 'restore' | 'approve' | 'reject' | 'flag' };

/**
 * A set of concurrent actions. Each author has at most one action, so that the result does not depend on the order.
 */
type Round = { acts: (Act | null)[]; mode: ModerationMode | null };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('submit' as const),
      rating: fc.option(fc.integer({ min: 1, max: 10 }).map((halves) => halves / 2)),
      review: fc.constantFrom('', '국물이 맑아요.', '줄이 길어요.'),
      isShared: fc.boolean(),
      isAnonymous: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('unshare', 'share', 'remove', 'restore', 'approve', 'reject', 'flag'),
    }),
  },
);
const round: fc.Arbitrary<Round> = fc.record({
  acts: fc.array(fc.option(act, { freq: 3 }), { minLength: WRITERS, maxLength: WRITERS }),
  mode: fc.option(fc.constantFrom('post', 'pre'), { freq: 6 }),
});

type Content = { rating: number | null; review: string; isAnonymous: boolean };
type Shared = Content & { status: ModerationStatus; isWithdrawn: boolean };
type Link = Content & { isShared: boolean; isDeleted: boolean };

function createModel() {
  const link: Link = { rating: null, review: '', isAnonymous: false, isShared: false, isDeleted: false };
  let shared: Shared | null = null;

  const follow = () => {
    const { rating, review, isAnonymous, isShared, isDeleted } = link;
    if (isDeleted || !isShared || (rating === null && review === '')) {
      if (shared) shared.isWithdrawn = true;
      return;
    }
    const content = { rating, review, isAnonymous };
    const isSame =
      shared?.rating === rating && shared.review === review && shared.isAnonymous === isAnonymous;
    shared =
      shared && isSame
        ? { ...shared, isWithdrawn: false }
        : { ...content, status: 'pending', isWithdrawn: false };
  };
  const apply = (done: Act) => {
    switch (done.does) {
      case 'submit': {
        const { does: _, ...said } = done;
        if (link.isDeleted || (said.isShared && said.rating === null && said.review === '')) return;
        Object.assign(link, said);
        return follow();
      }
      case 'share':
      case 'unshare':
        if (!link.isDeleted) link.isShared = done.does === 'share';
        return follow();
      case 'remove':
      case 'restore':
        link.isDeleted = done.does === 'remove';
        return follow();
      case 'approve':
      case 'reject':
        if (shared && !shared.isWithdrawn) shared.status = done.does === 'approve' ? 'approved' : 'rejected';
        return;
      case 'flag':
        return;
    }
  };
  const visible = (mode: ModerationMode): Content | null =>
    shared && !shared.isWithdrawn && isVisible({ status: shared.status, mode }) ? shared : null;
  return { apply, visible };
}

type Figures = Reviews['summary'];

function figuresOf(ratings: (number | null)[]): Figures {
  const given = ratings.filter((rating) => rating !== null);
  return {
    reviewCount: ratings.length,
    publicRatingCount: given.length,
    publicAverageRating:
      given.length === 0 ? null : given.reduce((sum, rating) => sum + rating, 0) / given.length,
    hasPublicReviews: ratings.length > 0,
    ratingCounts: [1, 2, 3, 4, 5].map(
      (stars) => given.filter((rating) => Math.max(1, Math.trunc(rating)) === stars).length,
    ),
  };
}

/** Returns the ratings that the reader sees, including the reader's own rating. */
const shownRatings = ({ reviews, mine }: Reviews) => [
  ...reviews.map(({ rating }) => rating),
  ...(mine?.isVisible ? [mine.rating] : []),
];

type Setup = { on: TestApp; admin: TestMember };

async function openPlace({ on, admin }: Setup) {
  const placeId = await placeInCatalogue(on.database);
  const reader = reviewsOf(on.app, await signUpMember(on.app));
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const member = await signUpMember(on.app);
      const list = listOf(on.app, member);
      await list.addPlace(placeId);
      return { ...member, list, reviews: reviewsOf(on.app, member) };
    }),
  );
  const moderation = moderationOf(on.app, admin);

  const moderate = async (userId: string, decision: 'approve' | 'reject') => {
    const { rows } = await sql<{ id: string; revision: number }>`
      select id, revision from public_reviews where restaurant_id = ${placeId} and user_id = ${userId}
    `.execute(on.database);
    if (rows[0]) await moderation[decision](rows[0].id, { revision: rows[0].revision });
  };
  const perform = async (nth: number, done: Act) => {
    const { userId, list, reviews } = writers[nth] as (typeof writers)[number];
    switch (done.does) {
      case 'submit': {
        const { does: _, ...submission } = done;
        return reviews.submit(placeId, submission);
      }
      case 'share':
      case 'unshare':
        return list.change(placeId, { isShared: done.does === 'share' });
      case 'remove':
        return list.remove(placeId);
      case 'restore':
        return list.restore(placeId);
      case 'flag':
        return reviews.recalculateSummary(placeId);
      case 'approve':
      case 'reject':
        return moderate(userId, done.does);
    }
  };
  return { placeId, reader, writers, perform };
}

let setup: Setup;
/**
 * A second product, which proves that the test finds wrong summaries. Its connection removes `for update` from the
 * statement that locks the summary. Each transaction then counts only the reviews that it sees, so the summary becomes
 * wrong.
 */
let unlocked: Setup & { opened: TestDatabase };

beforeAll(async () => {
  const on = await openTestApp({ settings: WITHOUT_RATE_LIMIT });
  setup = { on, admin: await openAdmin(on) };
  unlocked = await openUnlocked();
});
afterAll(() => Promise.all([setup.on.close(), unlocked.on.close(), unlocked.opened.close()]));

test(
  '여럿이 한꺼번에 무엇을 하든 집계는 언제나 보이는 리뷰와 같다',
  async () => {
    let looks = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
        const { placeId, reader, writers, perform } = await openPlace(setup);
        const models = writers.map(createModel);
        let mode: ModerationMode = 'post';
        await setMode(mode);

        for (const { acts, mode: next } of rounds) {
          let hasEnded = false;
          // A concurrent reader. In each response, the summary must match the reviews.
          const looking = (async () => {
            do {
              const answer = await reader.now(placeId, { limit: '50' });
              expect(answer.summary).toEqual(figuresOf(shownRatings(answer)));
              looks += 1;
            } while (!hasEnded);
          })();
          await Promise.all([
            ...acts.map(async (done, nth) => {
              if (!done) return;
              const answer = await perform(nth, done);
              expect([done.does, (answer?.statusCode ?? 0) < 500]).toEqual([done.does, true]);
            }),
            next && setMode(next),
          ]);
          hasEnded = true;
          await looking;
          for (const [nth, done] of acts.entries()) if (done) models[nth]?.apply(done);
          mode = next ?? mode;

          const expected = models.flatMap((model) => model.visible(mode) ?? []);
          const now = await reader.now(placeId, { limit: '50' });
          expect(now.summary).toEqual(figuresOf(expected.map(({ rating }) => rating)));
          const said = ({ rating, review }: Pick<Content, 'rating' | 'review'>) => `${rating} ${review}`;
          expect(
            now.reviews.map(({ rating, reviewText }) => said({ rating, review: reviewText })).sort(),
          ).toEqual(expected.map(said).sort());
        }
      }),
      { numRuns: RUNS },
    );
    expect(looks).toBeGreaterThan(5 * RUNS);
  },
  TIMEOUT,
);

test('대조: 집계를 잠그지 않으면 틀린다', async () => {
  const wrong: Figures[] = [];
  for (let attempt = 0; attempt < 10 && wrong.length === 0; attempt += 1) {
    const { placeId, reader, perform } = await openPlace(unlocked);
    const submission = { does: 'submit', review: '', isShared: true, isAnonymous: false } as const;
    await Promise.all(
      Array.from({ length: WRITERS }, (_, nth) => perform(nth, { ...submission, rating: 3 })),
    );
    const { summary, reviews } = await reader.now(placeId);
    expect(reviews).toHaveLength(WRITERS);
    if (summary.reviewCount !== WRITERS) wrong.push(summary);
  }
  expect(wrong).not.toEqual([]);
});

const setMode = (mode: ModerationMode) =>
  setup.on.database.transaction().execute((transaction) => setModerationMode(transaction, mode));

async function openUnlocked(): Promise<Setup & { opened: TestDatabase }> {
  const opened = await createTestDatabase();
  const database: TestApp['database'] = new Kysely({
    dialect: new PostgresDialect({ pool: withoutLock(opened) }),
  });
  const on = { ...(await openTestApp({ opened, database, settings: WITHOUT_RATE_LIMIT })), database };
  return { on, admin: await openAdmin(on), opened };
}

function withoutLock({ pool }: TestDatabase): PostgresPool {
  const lockOfFigures = /select from public_review_summaries where restaurant_id = \$1 for update/;
  return {
    options: pool.options,
    end: async () => {},
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values: unknown[]) =>
        client.query(lockOfFigures.test(text) ? text.replace(' for update', '') : text, values);
      return { query, release: () => client.release() } as never;
    },
  };
}
