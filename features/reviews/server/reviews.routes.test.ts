import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { phoneJpeg, upload } from '#features/photos/server/photos.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openDatabase } from '#server/database/database.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { purgeWithdrawnReviews } from './purge-withdrawn.ts';
import { lockSummary, setModerationMode } from './reviews.sql.ts';
import { moderationOf, reviewsOf } from './reviews.test-factory.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'momokzi-reviews-'));

let on: TestApp;
let admin: TestMember;
beforeAll(async () => {
  on = await openTestApp({
    settings: { DATA_DIR, ADMIN_EMAIL: 'boss@example.com', REQUESTS_PER_MINUTE_BY_ADDRESS: 100_000 },
  });
  admin = await openAdmin(on);
});
afterAll(async () => {
  await on.close();
  rmSync(DATA_DIR, { recursive: true });
});

const moderation = () => moderationOf(on.app, admin);

/** Creates a restaurant and members. Each member has the restaurant in their list with the status 방문 완료. */
async function visitedBy(...nicknames: string[]) {
  const placeId = await placeInCatalogue(on.database);
  const members = await Promise.all(
    nicknames.map(async (nickname) => {
      const member = await signUpMember(on.app, { nickname });
      const list = listOf(on.app, member);
      const added = await list.addPlace(placeId, { status: '방문 완료' });
      expect(added.statusCode).toBe(201);
      return { ...member, list, reviews: reviewsOf(on.app, member) };
    }),
  );
  return { placeId, members: members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]] };
}

describe('리뷰 남기기', () => {
  test('링크와 모두가 보는 리뷰가 함께 바뀌고, 방문 완료가 된다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    await writer.list.change(placeId, { status: '방문 예정' });
    const answer = await writer.reviews.submit(placeId);
    expect(answer.statusCode).toBe(200);
    const { restaurant, listVersion, mine } = answer.json();
    expect(restaurant).toMatchObject({
      status: '방문 완료',
      rating: 4.5,
      review: '국물이 맑아요.',
      isShared: true,
    });
    expect((await writer.list.now()).version).toBe(listVersion);
    expect(mine).toMatchObject({
      userName: '국물탐정',
      rating: 4.5,
      moderationStatus: 'pending',
      isVisible: true,
    });

    const seen = await reader.reviews.now(placeId);
    expect(seen).toMatchObject({
      restaurantName: '온달국수',
      mine: null,
      reviews: [{ userName: '국물탐정', rating: 4.5, reviewText: '국물이 맑아요.', isReported: false }],
      summary: {
        reviewCount: 1,
        publicRatingCount: 1,
        publicAverageRating: 4.5,
        hasPublicReviews: true,
        ratingCounts: [0, 0, 0, 1, 0],
      },
    });
    expect(JSON.stringify(seen)).not.toContain(writer.userId);
    const own = await writer.reviews.now(placeId);
    expect(own.reviews).toEqual([]);
    expect(own.mine?.id).toBe(seen.reviews[0]?.id);
  });

  test('익명으로 남기면 이름이 나가지 않고, 별명을 바꾸면 따라 바뀐다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    await writer.reviews.submit(placeId, { isAnonymous: true });
    expect((await reader.reviews.now(placeId)).reviews[0]?.userName).toBeNull();
    await writer.reviews.submit(placeId, { isAnonymous: false });
    await on.app.inject({
      method: 'PATCH',
      url: '/api/account/profile',
      headers: writer.headers,
      payload: { nickname: '새 별명' },
    });
    expect((await reader.reviews.now(placeId)).reviews[0]?.userName).toBe('새 별명');
  });

  test('나만 보기로 남기면 아무에게도 보이지 않는다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    const answer = await writer.reviews.submit(placeId, { isShared: false });
    expect(answer.json()).toMatchObject({ mine: null, restaurant: { rating: 4.5, isShared: false } });
    expect(await reader.reviews.now(placeId)).toMatchObject({ reviews: [], summary: { reviewCount: 0 } });
  });

  test('다른 기기에서 바꾼 글을 모르고 쓴 리뷰는 그 글을 덮어쓰지 않는다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    const [{ list, reviews }] = members;
    await list.change(placeId, { review: '다른 기기의 글' });
    const stale = await reviews.submit(placeId, { basedOn: { review: '' } });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'restaurants.changed_elsewhere']);
    expect((await list.now()).restaurants).toMatchObject([{ review: '다른 기기의 글', isShared: false }]);
    expect((await reviews.submit(placeId, { basedOn: { review: '다른 기기의 글' } })).statusCode).toBe(200);
  });

  test('보여 주려면 무언가 말해야 한다; 틀린 것은 모두 함께 말한다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    const silent = await members[0].reviews.submit(placeId, { rating: null, review: '  ' });
    expect(silent.json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: 'review', code: 'reviews.nothing_said' }],
    });
    const wrong = await members[0].reviews.submit(placeId, { rating: 4.3, review: '가'.repeat(2001) });
    expect(wrong.json().errors.map(({ path }: { path: string }) => path)).toEqual(['rating', 'review']);
  });

  test('내 리스트에 없는 집은 모르는 집과 같다', async () => {
    const placeId = await placeInCatalogue(on.database);
    const stranger = reviewsOf(on.app, await signUpMember(on.app));
    expect((await stranger.submit(placeId)).json().code).toBe('restaurants.not_found');
    expect((await stranger.submit('no-such-place')).json().code).toBe('restaurants.not_found');
  });

  test('남이 직접 적은 집의 리뷰는 볼 수 없다', async () => {
    const writer = await signUpMember(on.app);
    const added = await listOf(on.app, writer).addByHand(
      { name: '나만 아는 집', address: '서울 중구 명동9길 12' },
      { status: '방문 완료', rating: 5, isShared: true },
    );
    const placeId = added.json().restaurant.id;
    expect((await reviewsOf(on.app, writer).now(placeId)).mine?.rating).toBe(5);
    const other = reviewsOf(on.app, await signUpMember(on.app));
    for (const answer of [await other.read(placeId), await other.recalculateSummary(placeId)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'restaurants.not_found']);
    }
    const { id } = (await reviewsOf(on.app, writer).now(placeId)).mine ?? { id: '' };
    expect((await other.report(id)).json().code).toBe('reviews.not_found');
  });
});

describe('리뷰는 링크를 따른다', () => {
  test('등록할 때도 수정 화면에서도 나눌 수 있다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    const [reader] = members;
    const writer = await signUpMember(on.app, { nickname: '달목이' });
    const list = listOf(on.app, writer);
    await list.addPlace(placeId, { status: '방문 완료', rating: 3, isShared: true });
    expect((await reader.reviews.now(placeId)).reviews).toMatchObject([{ rating: 3, editedAt: null }]);
    await list.change(placeId, { review: '두 번째는 더 좋았어요.' });
    const edited = await reader.reviews.now(placeId);
    expect(edited.reviews).toMatchObject([{ rating: 3, reviewText: '두 번째는 더 좋았어요.' }]);
    expect(edited.reviews[0]?.editedAt).toBeGreaterThan(0);
    expect(edited.summary.reviewCount).toBe(1);
  });

  test('거두거나 지우면 사라지고, 되돌리면 있던 대로 돌아온다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    const { id } = (await writer.reviews.submit(placeId)).json().mine;
    expect((await moderation().approve(id)).statusCode).toBe(200);
    const before = await reader.reviews.now(placeId);

    for (const [take, bringBack] of [
      [
        () => writer.list.change(placeId, { isShared: false }),
        () => writer.list.change(placeId, { isShared: true }),
      ],
      [() => writer.list.remove(placeId), () => writer.list.restore(placeId)],
    ] as const) {
      await take();
      expect(await reader.reviews.now(placeId)).toMatchObject({
        reviews: [],
        summary: { hasPublicReviews: false },
      });
      expect((await writer.reviews.now(placeId)).mine).toBeNull();
      await bringBack();
      expect(await reader.reviews.now(placeId)).toEqual(before);
    }
  });

  test('거두었다 다시 나누어도 거절과 신고를 벗지 못한다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    const { id } = (await writer.reviews.submit(placeId)).json().mine;
    await moderation().reject(id);
    await writer.list.change(placeId, { isShared: false });
    await writer.list.change(placeId, { isShared: true });
    expect((await writer.reviews.now(placeId)).mine).toMatchObject({ moderationStatus: 'rejected' });
    expect((await reader.reviews.now(placeId)).reviews).toEqual([]);
  });

  test('거둔 지 하루가 지나면 지워진다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    await writer.reviews.submit(placeId);
    await reader.reviews.submit(placeId);
    await writer.list.change(placeId, { isShared: false });
    await purgeWithdrawnReviews({ database: on.database, now: Date.now() + 24 * 60 * 60 * 1000 + 1 });
    const { rows } = await sql<{ userId: string }>`
      select user_id as "userId" from public_reviews where restaurant_id = ${placeId}
    `.execute(on.database);
    expect(rows).toEqual([{ userId: reader.userId }]);
  });
});

describe('사진', () => {
  const uploadedBy = async ({ headers }: Pick<TestMember, 'headers'>): Promise<{ id: string }> => {
    const answer = await upload(on.app, { headers, purpose: 'review', bytes: await phoneJpeg() });
    expect(answer.statusCode).toBe(201);
    return answer.json();
  };

  test('나눈 리뷰의 사진은 회원이면 보고, 거두거나 거절하면 쓴 사람만 본다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    const uploaded = await uploadedBy(writer);
    const answer = await writer.reviews.submit(placeId, { userPhotoFilenames: [uploaded.id] });
    expect(answer.json()).toMatchObject({
      restaurant: { userPhotoFilenames: [uploaded.id] },
      mine: { photos: [{ id: uploaded.id }] },
    });
    const seenBy = async (headers: Record<string, string>) =>
      (await on.app.inject({ url: `/api/photos/${uploaded.id}/small`, headers })).statusCode;
    expect((await reader.reviews.now(placeId)).reviews[0]?.photos.map(({ id }) => id)).toEqual([uploaded.id]);
    expect(await seenBy(reader.headers)).toBe(200);
    expect(await seenBy({})).toBe(404);

    await writer.list.change(placeId, { isShared: false });
    expect([await seenBy(reader.headers), await seenBy(writer.headers)]).toEqual([404, 200]);
    expect((await writer.reviews.now(placeId)).myPhotos.map(({ id }) => id)).toEqual([uploaded.id]);
    await writer.list.change(placeId, { isShared: true });
    expect(await seenBy(reader.headers)).toBe(200);

    await moderation().reject(answer.json().mine.id);
    expect([await seenBy(reader.headers), await seenBy(writer.headers), await seenBy(admin.headers)]).toEqual(
      [404, 200, 200],
    );
    // A photo that was removed from the review is visible only to its author. The changed review needs a new
    // decision.
    const without = await writer.reviews.submit(placeId, { userPhotoFilenames: [] });
    expect(without.json().mine).toMatchObject({ photos: [], moderationStatus: 'pending' });
    expect(await seenBy(reader.headers)).toBe(404);
  });

  test('남의 사진은 붙일 수 없고, 다섯 장까지다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, other] = members;
    const { id } = await uploadedBy(other);
    expect((await writer.reviews.submit(placeId, { userPhotoFilenames: [id] })).json().code).toBe(
      'photos.not_found',
    );
    const six = Array.from({ length: 6 }, () => randomUUID());
    expect((await writer.reviews.submit(placeId, { userPhotoFilenames: six })).json().errors).toMatchObject([
      { path: 'userPhotoFilenames', code: 'too_long' },
    ]);
  });

  test('지웠다가 새로 담은 집에는 지난 사진이 없다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    const [writer] = members;
    const { id } = await uploadedBy(writer);
    await writer.reviews.submit(placeId, { userPhotoFilenames: [id] });
    await writer.list.remove(placeId);
    await writer.list.addPlace(placeId, { status: '방문 완료' });
    expect((await writer.reviews.now(placeId)).myPhotos).toEqual([]);
  });
});

describe('확인하기', () => {
  test('거절한 리뷰는 쓴 사람에게만 이유와 함께 보이고, 집계도 맞다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이', '면발이');
    const [writer, other, reader] = members;
    const { id } = (await writer.reviews.submit(placeId, { rating: 1 })).json().mine;
    await other.reviews.submit(placeId, { rating: 4 });
    expect((await reader.reviews.now(placeId)).summary).toMatchObject({
      reviewCount: 2,
      publicAverageRating: 2.5,
    });

    const rejected = await moderation().reject(id);
    expect(rejected.json()).toMatchObject({
      moderationStatus: 'rejected',
      rejectionReason: '광고 글이에요.',
    });
    const seen = await reader.reviews.now(placeId);
    expect(seen.reviews.map(({ userName }) => userName)).toEqual(['달목이']);
    expect(seen.summary).toEqual({
      reviewCount: 1,
      publicRatingCount: 1,
      publicAverageRating: 4,
      hasPublicReviews: true,
      ratingCounts: [0, 0, 0, 1, 0],
    });
    expect((await writer.reviews.now(placeId)).mine).toMatchObject({
      isVisible: false,
      rejectionReason: '광고 글이에요.',
    });
    // A changed review needs a new decision of the admin.
    const again = (await writer.reviews.submit(placeId, { rating: 2 })).json().mine;
    expect(again).toMatchObject({ id, moderationStatus: 'pending', rejectionReason: null, isVisible: true });
  });

  test('먼저 확인할 때는 확인 중인 리뷰가 쓴 사람에게만 보이고, 바꾸면 집계도 바뀐다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    const { id } = (await writer.reviews.submit(placeId)).json().mine;
    const setMode = (mode: 'post' | 'pre') =>
      on.database.transaction().execute((transaction) => setModerationMode(transaction, mode));
    await setMode('pre');
    expect(await reader.reviews.now(placeId)).toMatchObject({ reviews: [], summary: { reviewCount: 0 } });
    expect((await writer.reviews.now(placeId)).mine).toMatchObject({
      isVisible: false,
      moderationStatus: 'pending',
    });
    await moderation().approve(id);
    expect(await reader.reviews.now(placeId)).toMatchObject({
      reviews: [{ id }],
      summary: { reviewCount: 1 },
    });
    await writer.reviews.submit(placeId, { rating: 2 });
    expect((await reader.reviews.now(placeId)).summary.hasPublicReviews).toBe(false);
    await setMode('post');
    expect((await reader.reviews.now(placeId)).summary).toMatchObject({
      reviewCount: 1,
      publicAverageRating: 2,
    });
  });

  test('읽은 뒤에 글쓴이가 고쳤으면 정하지 않는다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    const { id } = (await members[0].reviews.submit(placeId)).json().mine;
    await members[0].reviews.submit(placeId, { review: '고친 글이에요.' });
    const answer = await moderation().approve(id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'reviews.edit_conflict']);
    expect((await moderation().approve(id, { revision: 2 })).statusCode).toBe(200);
    await members[0].list.remove(placeId);
    expect((await moderation().reject(id, { revision: 2 })).json().code).toBe('reviews.not_found');
    expect((await moderation().reject('no-such-review')).json().code).toBe('reviews.not_found');
  });

  test('관리자가 한 일은 리뷰의 글과 평점 없이 남는다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    const { id } = (await members[0].reviews.submit(placeId)).json().mine;
    await moderation().reject(id);
    const acts = await on.app.inject({ url: '/api/admin/acts?limit=1', headers: admin.headers });
    expect(acts.json().acts).toMatchObject([
      {
        act: 'review.rejected',
        subject: id,
        before: { moderationStatus: 'pending', revision: 1 },
        after: { moderationStatus: 'rejected', rejectionReason: '광고 글이에요.' },
      },
    ]);
    expect(acts.body).not.toMatch(/국물이 맑아요|reviewText|rating/);
  });

  test('기다리는 것은 먼저 온 것부터, 쪽마다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이', '면발이');
    const ids: string[] = [];
    for (const { reviews } of members) ids.push((await reviews.submit(placeId)).json().mine.id);
    const all: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: { reviews: { id: string }[]; nextCursor: string | null } = (
        await moderation().list({ limit: '2', ...(cursor && { cursor }) })
      ).json();
      all.push(...page.reviews.map(({ id }) => id));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor);
    expect(pages).toBeGreaterThan(1);
    expect(all).toEqual(all.toSorted());
    expect(all.slice(-3)).toEqual(ids);
    const { counts } = (await moderation().list()).json();
    expect(counts.pending).toBe(all.length);
  });
});

describe('신고하기', () => {
  test('한 사람이 한 번, 이유와 함께; 관리자가 정하면 끝난다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이', '면발이');
    const [writer, reader, third] = members;
    const { id } = (await writer.reviews.submit(placeId)).json().mine;
    expect(
      (await reader.reviews.report(id, { reason: 'advertising', details: '가게 사장님 글 같아요.' }))
        .statusCode,
    ).toBe(201);
    expect((await reader.reviews.report(id)).json().code).toBe('reviews.reported_already');
    expect((await writer.reviews.report(id)).json().code).toBe('reviews.own_review');
    expect((await third.reviews.report(id, { reason: 'untrue' })).statusCode).toBe(201);
    expect((await reader.reviews.now(placeId)).reviews[0]?.isReported).toBe(true);

    const { reviews, counts } = (await moderation().list({ view: 'reported' })).json();
    expect(counts.reported).toBe(1);
    expect(reviews).toMatchObject([
      {
        id,
        userName: '국물탐정',
        reports: [
          { reason: 'advertising', details: '가게 사장님 글 같아요.' },
          { reason: 'untrue', details: '' },
        ],
      },
    ]);
    await moderation().approve(id, { reports: 2 });
    expect((await moderation().list({ view: 'reported' })).json().counts.reported).toBe(0);
    // A changed review can be reported again.
    await writer.reviews.submit(placeId, { review: '전화하세요 02-000-0000' });
    expect((await reader.reviews.report(id)).statusCode).toBe(201);
  });

  test('읽은 뒤에 새로 신고되었으면 정하지 않고, 신고도 끝나지 않는다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const [writer, reader] = members;
    const { id } = (await writer.reviews.submit(placeId)).json().mine;
    await reader.reviews.report(id);
    for (const decide of [moderation().approve, moderation().reject]) {
      const answer = await decide(id);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'reviews.edit_conflict']);
    }
    const { reviews } = (await moderation().list({ view: 'reported' })).json();
    expect(reviews.at(-1)).toMatchObject({ id, moderationStatus: 'pending', reports: [{ reason: 'abuse' }] });
    expect((await moderation().approve(id, { reports: 1 })).json().reports).toEqual([]);
  });

  test('보이지 않는 리뷰는 없는 리뷰와 같다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이');
    const { id } = (await members[0].reviews.submit(placeId)).json().mine;
    await moderation().reject(id);
    expect((await members[1].reviews.report(id)).json().code).toBe('reviews.not_found');
    expect((await members[1].reviews.report('no-such-review')).json().code).toBe('reviews.not_found');
  });
});

describe('차례와 쪽', () => {
  test.each(['newest', 'highest'] as const)('%s 순으로 쪽을 넘겨도 빠지거나 겹치지 않는다', async (sort) => {
    const { placeId, members } = await visitedBy('하나', '둘째', '셋째', '넷째', '다섯', '여섯', '일곱');
    const reader = reviewsOf(on.app, await signUpMember(on.app));
    const ratings = [4, null, 5, 4.5, 4, 0.5, null];
    for (const [nth, { reviews }] of members.entries())
      await reviews.submit(placeId, { rating: ratings[nth] ?? null });

    const seen: { userName: string | null; rating: number | null }[] = [];
    let cursor: string | null = null;
    do {
      const page = await reader.now(placeId, { sort, limit: '2', ...(cursor && { cursor }) });
      expect(page.summary).toMatchObject({
        reviewCount: 7,
        publicRatingCount: 5,
        ratingCounts: [1, 0, 0, 3, 1],
      });
      seen.push(...page.reviews);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.map(({ userName }) => userName)).toEqual(
      sort === 'newest'
        ? ['일곱', '여섯', '다섯', '넷째', '셋째', '둘째', '하나']
        : ['셋째', '넷째', '다섯', '하나', '여섯', '일곱', '둘째'],
    );
  });

  test('쪽을 가리키는 말이 아니면 틀렸다고 한다', async () => {
    const { placeId, members } = await visitedBy('하나');
    expect((await members[0].reviews.read(placeId, { cursor: '9~x' })).json().code).toBe('request.invalid');
  });
});

describe('떠날 때', () => {
  test('떠난 사람의 리뷰는 사라지고 집계도 맞다; 신고는 이름 없이 남는다', async () => {
    const { placeId, members } = await visitedBy('국물탐정', '달목이', '면발이');
    const [leaver, other, reader] = members;
    await leaver.reviews.submit(placeId, { rating: 1 });
    const { id } = (await other.reviews.submit(placeId, { rating: 5 })).json().mine;
    await leaver.reviews.report(id);
    const left = await on.app.inject({
      method: 'POST',
      url: '/api/account/deletion/now',
      headers: leaver.headers,
      payload: { reason: '', password: leaver.password, phrase: '탈퇴합니다' },
    });
    expect([left.statusCode, left.body]).toEqual([200, left.body]);
    const seen = await reader.reviews.now(placeId);
    expect(seen.reviews.map(({ userName }) => userName)).toEqual(['달목이']);
    expect(seen.summary).toMatchObject({ reviewCount: 1, publicAverageRating: 5 });
    const { reviews } = (await moderation().list({ view: 'reported' })).json();
    expect(reviews.find((review: { id: string }) => review.id === id).reports).toHaveLength(1);
  });
});

describe('updateHasPublicReviewsFlag', () => {
  test('틀린 집계를 바로잡고, 맞는 집계는 그대로 둔다', async () => {
    const { placeId, members } = await visitedBy('국물탐정');
    await members[0].reviews.submit(placeId);
    const { summary } = await members[0].reviews.now(placeId);
    expect((await members[0].reviews.recalculateSummary(placeId)).json()).toEqual(summary);
    await sql`
      update public_review_summaries set has_public_reviews = false, review_count = 7 where restaurant_id = ${placeId}
    `.execute(on.database);
    expect((await members[0].reviews.recalculateSummary(placeId)).json()).toEqual(summary);
  });

  test('집계가 실패하면 그렇다고 알리고, 올린 리뷰와 수는 그대로 두며, 복구되면 다시 집계한다', async () => {
    const owner = await createTestDatabase();
    const limited = openDatabase({ connectionString: owner.connectionString, statementSeconds: 1 });
    const busy = await openTestApp({ opened: limited, jobs: createJobs(owner) });
    const writer = await signUpMember(busy.app);
    const reviews = reviewsOf(busy.app, writer);
    const placeId = await placeInCatalogue(owner.database);
    await listOf(busy.app, writer).addPlace(placeId);
    expect((await reviews.submit(placeId)).statusCode).toBe(200);
    const before = await reviews.now(placeId);
    expect(before.summary).toMatchObject({ reviewCount: 1, hasPublicReviews: true });
    await owner.database.transaction().execute(async (holder) => {
      await lockSummary(holder, placeId);
      const refused = await reviews.recalculateSummary(placeId);
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'server.unavailable']);
      expect(await reviews.now(placeId)).toEqual(before);
    });
    expect((await reviews.recalculateSummary(placeId)).json()).toEqual(before.summary);
    await busy.close();
    await limited.close();
    await owner.close();
  });

  test('리뷰가 없는 집은 없다고 한다', async () => {
    const placeId = await placeInCatalogue(on.database);
    const member = reviewsOf(on.app, await signUpMember(on.app));
    expect((await member.recalculateSummary(placeId)).json()).toMatchObject({
      hasPublicReviews: false,
      publicAverageRating: null,
    });
  });
});
