import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { addOldPayments, grantPaidTier } from './support/database.ts';
import { jointCollection, newDevice, openVote, send } from './support/joint-collection.ts';
import { addImportRows, addPlace, newMember, signUp, somePlaces, viewports } from './support/member.ts';
import { button } from './support/try-writes.ts';
import { tapEachTwice, type TappedTwice, visit } from './support/tap-each-twice.ts';

/*
 * Buttons that write, and lists whose rows disappear, tapped twice on the same spot. double-taps.spec.ts tries the
 * journal, the list, tags and collections, provided.spec.ts the provided restaurants.
 */

test.setTimeout(180_000);
test.use({ viewport: viewports.phone, hasTouch: true, ignoresSecondTaps: true });

const confirmation = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true });
async function payAsMember(page: Page): Promise<void> {
  const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
  await grantPaidTier(me.email);
}
const sharedLists = async (page: Page) => {
  await payAsMember(page);
  const [place] = await somePlaces(page, 1);
  await addPlace(page, place!.placeId);
  for (let at = 0; at < 6; at++)
    await send(page, 'POST', '/api/list-shares', {
      title: `골목 지도 ${at}`,
      selection: { of: 'all' },
      shows: { ratings: false, reviews: false, memos: true },
    });
};
const browserOf = (page: Page) => page.context().browser() as Browser;

async function collectionWithComments(page: Page): Promise<string> {
  const friends = await Promise.all(
    ['하나', '두리', '세찌', '네찌', '다섯'].map(async (name) => {
      const friend = await newDevice(browserOf(page));
      return [friend, name] as [Page, string];
    }),
  );
  await page.goto('/robots.txt');
  const { id, url, places } = await jointCollection([[page, '은조'], ...friends]);
  for (const [friend] of friends) {
    const comments = `${url}/places/${encodeURIComponent(places[0].placeId)}/comments`;
    await send(friend, 'POST', comments, { id: randomUUID(), text: '여기 좋아요' });
    await friend.context().close();
  }
  return `/app/collections/${id}`;
}

async function actOffline(page: Page) {
  const places = await somePlaces(page, 6);
  for (const { placeId } of places) await addPlace(page, placeId);
  await page.goto('/app');
  await expect(button(page, /누르면 방문 완료로/)).toHaveCount(places.length);
  await page.context().setOffline(true);
  const planned = button(page, /누르면 방문 완료로/);
  for (let left = places.length; left > 0; left--)
    // A press where another button was pressed before counts as a double tap. It is repeated.
    await expect(async () => {
      if ((await planned.count()) === left) await planned.last().click();
      await expect(planned).toHaveCount(left - 1, { timeout: 1_000 });
    }).toPass();
  await page.getByRole('link', { name: /^동기화 대기 \d/ }).click();
}

const tried: readonly TappedTwice[] = [
  {
    what: '공유 링크 삭제',
    prepare: sharedLists,
    open: async (page) => {
      await visit(page, '/app/share-my-list');
      await button(page, /링크 삭제$/)
        .first()
        .click();
    },
    target: (page) => confirmation(page, '삭제'),
  },
  {
    what: '공유 링크 삭제를 묻는 버튼',
    prepare: sharedLists,
    open: (page) => visit(page, '/app/share-my-list'),
    target: (page) => button(page, /링크 삭제$/).first(),
    expects: 'nothing',
  },
  {
    what: '함께하는 사람 내보내기',
    prepare: collectionWithComments,
    open: async (page, address) => {
      await visit(page, address);
      await button(page, /멤버|\d명/)
        .first()
        .click();
      await button(page, /님 내보내기$/)
        .first()
        .click();
    },
    target: (page) => confirmation(page, '내보내기'),
  },
  {
    what: '초대 링크 삭제',
    prepare: collectionWithComments,
    open: async (page, address) => {
      await send(page, 'PUT', `/api${address.replace('/app', '')}/invite`, { role: 'editor' });
      await visit(page, address);
      await button(page, /멤버|\d명/)
        .first()
        .click();
    },
    target: (page) => button(page, '링크 삭제'),
  },
  {
    what: '댓글 삭제',
    prepare: collectionWithComments,
    open: async (page, address) => {
      await visit(page, address);
      await button(page, /댓글/).first().click();
      await button(page, /님의 댓글 삭제$/)
        .first()
        .click();
    },
    target: (page) => confirmation(page, '삭제'),
  },
  {
    what: '댓글 남기기',
    prepare: collectionWithComments,
    open: async (page, address) => {
      await visit(page, address);
      await button(page, /댓글/).first().click();
      await page.getByLabel('댓글 쓰기').fill('나도 좋아요');
    },
    target: (page) => button(page, '남기기'),
  },
  {
    what: '투표에 답하기',
    open: async (page) => {
      const owner = await newDevice(browserOf(page));
      const joint = await jointCollection([[owner, '하나']]);
      await page.goto(await openVote(owner, joint, '토요일 저녁'));
      await owner.context().close();
      for (const { name } of joint.places)
        await page
          .getByRole('group', { name: `${name} 답` })
          .getByText('다음에 갈래요', { exact: true })
          .click();
    },
    target: (page) => button(page, '투표하기'),
  },
  {
    what: '투표 끝내기',
    open: async (page) => {
      await page.goto('/robots.txt');
      const joint = await jointCollection([[page, '은조']]);
      await page.goto(await openVote(page, joint, '토요일 저녁'));
      await button(page, '투표 끝내기').click();
    },
    target: (page) => page.getByRole('alertdialog').getByRole('button').last(),
  },
  {
    what: '토큰 만들기',
    open: async (page, _address, at) => {
      await visit(page, '/app/settings/security');
      await page.getByLabel('토큰 이름').fill(`내 토큰 ${at}`);
    },
    target: (page) => button(page, '토큰 만들기'),
  },
  {
    what: '토큰 삭제',
    prepare: async (page) => {
      for (let at = 0; at < 6; at++)
        await send(page, 'POST', '/api/account/tokens', { name: `토큰 ${at}`, scope: 'read' });
    },
    open: async (page) => {
      await visit(page, '/app/settings/security');
      await button(page, /토큰 삭제$/)
        .first()
        .click();
    },
    target: (page) => confirmation(page, '삭제'),
  },
  {
    what: '다른 기기 로그아웃',
    prepare: async (page) => {
      const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
      for (let at = 0; at < 6; at++) {
        const other = await newDevice(browserOf(page));
        await other.goto('/robots.txt');
        await send(other, 'POST', '/api/account/sign-in', {
          email: me.email,
          password: newMember().password,
        });
        await other.context().close();
      }
    },
    open: (page) => visit(page, '/app/settings/security'),
    target: (page) => button(page, /\S+ 로그아웃$/).first(),
  },
  {
    what: '보낼 것의 버리기',
    prepare: actOffline,
    open: async (page) => button(page, '삭제').first().click(),
    target: (page) => confirmation(page, '삭제'),
    expects: 'one row less',
    // The dialog hides the rows from roles.
    rows: (page) => page.locator('main li'),
  },
  {
    what: '필터 바로가기 삭제',
    open: async (page) => {
      const { me } = await send<{ me: { uid: string } }>(page, 'GET', '/api/me');
      await page.goto('/robots.txt');
      await page.evaluate((uid) => {
        const names = ['국수', '국밥', '빵', '회', '고기'];
        const stored = names.map((name) => ({ name, search: { q: name } }));
        localStorage.setItem(`filter-shortcuts:${uid}`, JSON.stringify(stored));
      }, me.uid);
      await visit(page, '/app?q=국');
      await button(page, /^필터/).first().click();
    },
    target: (page) => button(page, /저장한 필터 .*삭제$/).first(),
    expects: 'one row less',
    rows: (page) => button(page, /저장한 필터 .*삭제$/),
  },
  {
    what: '일지의 사진 ×',
    open: async (page, _address, at) => {
      await visit(page, '/app/momokzi-journal/write');
      if (at > 0) return;
      const picture = { mimeType: 'image/png', buffer: await page.screenshot() };
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(
          ['가', '나', '다', '라', '마', '바'].map((name) => ({ ...picture, name: `${name}.png` })),
        );
      await expect(button(page, /번째 사진 삭제$/)).toHaveCount(6);
    },
    prepare: payAsMember,
    target: (page) => button(page, /번째 사진 삭제$/).first(),
    expects: 'one row less',
    rows: (page) => button(page, /번째 사진 삭제$/),
  },
  {
    what: '가져온 곳 저장',
    open: async (page, _address, at) => {
      const places = await somePlaces(page, 8);
      // The previous import may still be running.
      await expect(() => addImportRows(page, places.slice(at * 2, at * 2 + 2))).toPass();
      await visit(page, '/app/import');
    },
    target: (page) => button(page, /^\d+곳 담기$/).first(),
  },
  {
    what: '내 데이터 모두 받기',
    open: (page) => visit(page, '/app/data'),
    target: (page) => button(page, '모두 받기'),
    isUnanswered: true,
  },
  {
    what: '결제하기',
    open: async (page) => {
      await visit(page, '/app/payment');
      await page.getByRole('checkbox', { name: /결제에 동의해요/ }).check();
    },
    target: (page) => button(page, '9,900원 결제하기'),
    isUnanswered: true,
  },
  {
    what: '탈퇴 예약',
    open: async (page) => {
      await visit(page, '/app/user-deletion-request');
      await page.getByLabel('비밀번호', { exact: true }).fill(newMember().password);
    },
    target: (page) => button(page, '7일 뒤 탈퇴하기'),
    isUnanswered: true,
  },
  {
    what: '관리자의 리뷰 승인',
    prepare: async (page) => {
      for (let at = 0; at < 3; at++) {
        const writer = await newDevice(browserOf(page));
        await signUp(writer, newMember('한줄평'));
        const [place] = await somePlaces(writer, 1);
        await addPlace(writer, place!.placeId, { status: '방문 완료', rating: 4 });
        await send(writer, 'PUT', `/api/restaurants/${encodeURIComponent(place!.placeId)}/my-review`, {
          rating: 4,
          review: `판단할 글 ${randomUUID()}`,
          isShared: true,
          isAnonymous: false,
        });
        await writer.context().close();
      }
      await signInAsAdmin(page);
    },
    open: (page) => visit(page, '/app/admin/reviews'),
    target: (page) => button(page, '승인하기').first(),
    isUnanswered: true,
  },
  {
    what: '관리자의 출처 저장',
    prepare: (page) => signInAsAdmin(page),
    open: async (page) => {
      await visit(page, '/app/admin/sources');
      await button(page, '출처 추가').click();
      await page.getByRole('dialog').getByLabel('제목').fill('새 방송');
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '저장하기' }),
    isUnanswered: true,
  },
  {
    what: '관리자의 카테고리 저장',
    prepare: (page) => signInAsAdmin(page),
    open: async (page) => {
      await visit(page, '/app/admin/categories');
      await page.getByLabel('카테고리 이름').first().fill('고친 이름');
    },
    target: (page) => button(page, '저장하기'),
    isUnanswered: true,
  },
  {
    what: '관리자의 환불',
    prepare: async (page) => {
      const member = await signUp(page, newMember('산이'));
      await addOldPayments({ email: member.email, count: 2 });
      await signInAsAdmin(page);
    },
    open: async (page) => {
      await visit(page, '/app/admin/payments');
      await button(page, '환불하기').first().click();
      await page.getByRole('dialog').getByLabel('환불 사유').fill('약속한 대로');
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '환불하기' }),
    isUnanswered: true,
  },
];

tapEachTwice(tried);
