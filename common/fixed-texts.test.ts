import { describe, expect, test } from 'vitest';
import { m } from '#messages';

/*
 * Texts that the specification fixes literally. They may change only together with the specification.
 * If the specification gives a text in one language only, the other language is the project's own translation.
 */

type Values = Record<string, string | number>;
type Message = (values: Values, options: { locale: 'ko' | 'en' }) => string;
type Row = readonly [message: string, values: Values, korean: string, english: string];

const WHY = { message: '이유' };
const NAME = { name: '노을목 칼국수' };

const FIXED: Record<string, readonly Row[]> = {
  '겉모습과 메뉴': [
    ['shell_add_restaurant', {}, '맛집 등록', 'Restaurant registration'],
    ['shell_page_loading', {}, '페이지를 불러오는 중...', 'Page loading…'],
    ['shell_menu_default_name', {}, '사용자', 'User'],
    ['shell_menu_paid', {}, '유료 회원', 'Paid member'],
    ['shell_menu_id_google', {}, 'Google 소셜 로그인 이용 중', 'Google social login in use'],
    ['shell_menu_id_password', { email: 'kim@example.com' }, 'ID: kim@example.com', 'ID: kim@example.com'],
    ['shell_menu_id_unknown', {}, '로그인 정보를 확인할 수 없습니다', 'Cannot verify login info'],
    ['shell_menu_settings', {}, '회원정보 수정', 'Edit member info'],
    ['shell_menu_payment', {}, '회비 결제', 'Membership fee payment'],
    ['shell_menu_payment_history', {}, '결제 내역', 'Payment history'],
    ['shell_menu_journal', {}, '모먹지 일지', 'Momokzi journal'],
    ['shell_menu_share_list', {}, '내 리스트 공유', 'Share my list'],
    ['shell_menu_faq', {}, 'FAQ', 'FAQ'],
    ['shell_menu_about', {}, '회사 소개', 'About us'],
    ['shell_menu_log_out', {}, '로그아웃', 'Log out'],
    [
      'map_failed',
      {},
      '지도 서비스에 문제가 있습니다. API 키와 네트워크를 확인해 주세요.',
      'There was a problem with the map service. Please check the API key and network.',
    ],
    ['kit_paywall_title', {}, '유료 회원 가입', 'Sign up as a paid member'],
    [
      'kit_paywall_text',
      {},
      '무료 회원은 맛집을 10개까지만 추가할 수 있습니다.',
      'Free members can only add up to 10 restaurants.',
    ],
    [
      'problem_restaurants_limit_reached',
      { limit: 10 },
      '무료 회원은 맛집을 10개까지만 추가할 수 있습니다.',
      'Free members can only add up to 10 restaurants.',
    ],
    ['kit_paywall_button', {}, '유료 회원 혜택 보기', 'View paid benefits'],
    ['kit_status_todo', {}, '방문 예정', 'To visit'],
    ['kit_status_done', {}, '방문 완료', 'Visited'],
    ['restaurants_all', {}, '전체', 'All'],
    ['catalogue_uncategorised', {}, '미분류', 'Uncategorised'],
    ['reviews_anonymous', {}, '익명', 'Anonymous'],
  ],
  '가입과 로그인': [
    ['field_account_passwords_differ', {}, '비밀번호가 일치하지 않습니다.', 'Passwords do not match.'],
    [
      'field_account_nickname_too_short',
      {},
      '닉네임을 2자 이상 입력해 주세요.',
      'Please enter a nickname of at least 2 characters.',
    ],
    [
      'field_account_password_too_short',
      {},
      '비밀번호는 6자 이상이어야 합니다.',
      'Password must be at least 6 characters.',
    ],
    ['problem_account_email_taken', {}, '이미 사용 중인 이메일입니다.', 'This email is already in use.'],
    ['field_account_email_taken', {}, '이미 사용 중인 이메일입니다.', 'This email is already in use.'],
    [
      'problem_account_sign_up_failed',
      {},
      '회원가입에 실패했습니다. 잠시 후 다시 시도해 주세요.',
      'Signup failed. Please try again shortly.',
    ],
    [
      'account_provider_sign_up_failed',
      { provider: 'Google' },
      'Google 회원가입에 실패했습니다.',
      'Google signup failed.',
    ],
    [
      'problem_account_credentials_wrong',
      {},
      '이메일 또는 비밀번호가 올바르지 않습니다.',
      'Email or password is incorrect.',
    ],
    [
      'problem_account_sign_in_failed',
      {},
      '로그인에 실패했습니다. 잠시 후 다시 시도해 주세요.',
      'Login failed. Please try again shortly.',
    ],
    [
      'account_provider_login_failed',
      { provider: 'Google' },
      'Google 로그인에 실패했습니다.',
      'Google login failed.',
    ],
    [
      'shell_log_out_failed',
      {},
      '로그아웃 중 오류가 발생했습니다. 다시 시도해 주세요.',
      'An error occurred during logout. Please try again.',
    ],
    [
      'account_welcome_misconfigured',
      {},
      '알림 설정 오류입니다. 관리자에게 문의해 주세요.',
      'Notification setup error, contact admin.',
    ],
  ],
  '이미 있거나 다 찼을 때': [
    [
      'problem_restaurants_bulk_limit_exceeded',
      { limit: 10, count: 3 },
      '무료 회원은 10개까지 추가 가능합니다. (3개를 더 추가하면 초과됩니다.)',
      'Free members can add up to 10. (Adding 3 more would exceed it.)',
    ],
    [
      'problem_sharing_bulk_limit_reached',
      { limit: 10, adding: 3 },
      '무료 회원은 10개까지 추가 가능합니다. (3개를 더 추가하면 초과됩니다.)',
      'Free members can add up to 10. (Adding 3 more would exceed it.)',
    ],
    [
      'problem_restaurants_already_added',
      { date: '2026년 11월 20일' },
      '이미 이 식당은 2026년 11월 20일에 등록하셨습니다.',
      'You already added this restaurant on 2026년 11월 20일.',
    ],
    ['problem_restaurants_already_in_list', {}, '이미 내 맛집 리스트에 있습니다.', 'Already in my list.'],
    ['sharing_already_mine', {}, '이미 내 맛집 리스트에 있습니다.', 'Already in my list.'],
  ],
  '로그인이 필요할 때': [
    [
      'account_needed_to_add_restaurant',
      {},
      '맛집을 추가하려면 로그인이 필요합니다.',
      'Please log in to add a restaurant.',
    ],
    [
      'account_needed_to_edit_restaurant',
      {},
      '맛집을 수정하려면 로그인이 필요합니다.',
      'Please log in to edit a restaurant.',
    ],
    [
      'account_needed_to_delete_restaurant',
      {},
      '맛집을 삭제하려면 로그인이 필요합니다.',
      'Please log in to delete a restaurant.',
    ],
    [
      'account_needed_to_post_review',
      {},
      '리뷰를 등록하려면 로그인이 필요합니다.',
      'Please log in to post a review.',
    ],
    [
      'account_needed_to_write_journal',
      {},
      '일지를 작성하려면 로그인이 필요합니다.',
      'Please log in to write a journal entry.',
    ],
    [
      'account_needed_to_edit_journal',
      {},
      '일지를 수정하려면 로그인이 필요합니다.',
      'Please log in to edit a journal entry.',
    ],
    [
      'account_needed_to_delete_journal',
      {},
      '일지를 삭제하려면 로그인이 필요합니다.',
      'Please log in to delete a journal entry.',
    ],
    [
      'account_needed_to_take_restaurant',
      {},
      '맛집을 가져오려면 로그인이 필요합니다.',
      'Please log in to import a restaurant.',
    ],
  ],
  '실패했을 때': [
    [
      'restaurants_convert_failed',
      WHY,
      '맛집 전환에 실패했습니다: 이유',
      'Failed to convert the restaurant: 이유',
    ],
    [
      'restaurants_load_failed',
      WHY,
      '맛집 정보를 불러오는데 실패했습니다: 이유',
      'Failed to load restaurants: 이유',
    ],
    ['restaurants_add_failed', WHY, '맛집 추가 실패: 이유', 'Failed to add the restaurant: 이유'],
    ['restaurants_update_failed', WHY, '맛집 수정 실패: 이유', 'Failed to update the restaurant: 이유'],
    ['restaurants_delete_failed', WHY, '맛집 삭제 실패: 이유', 'Failed to delete the restaurant: 이유'],
    ['provided_take_failed', WHY, '맛집 전환에 실패했습니다: 이유', 'Failed to convert the restaurant: 이유'],
    [
      'provided_take_done_failed',
      WHY,
      '맛집 추가 및 방문 처리 실패: 이유',
      'Failed to add and mark as visited: 이유',
    ],
    [
      'sharing_load_failed',
      WHY,
      '공유 리스트 맛집 정보 로딩 오류: 이유',
      'Failed to load the shared list: 이유',
    ],
    ['sharing_take_failed', WHY, '공유 맛집 추가 실패: 이유', 'Failed to add from the shared list: 이유'],
    ['reviews_submit_failed', WHY, '리뷰 등록 실패: 이유', 'Failed to post the review: 이유'],
    [
      'journal_load_failed',
      WHY,
      '모먹지 일지를 불러오는데 실패했습니다: 이유',
      'Failed to load the Momokzi journal: 이유',
    ],
    ['journal_add_failed', WHY, '모먹지 일지 추가 실패: 이유', 'Failed to add the Momokzi journal: 이유'],
    [
      'journal_update_failed',
      WHY,
      '모먹지 일지 수정 실패: 이유',
      'Failed to update the Momokzi journal: 이유',
    ],
    [
      'journal_delete_failed',
      WHY,
      '모먹지 일지 삭제 실패: 이유',
      'Failed to delete the Momokzi journal: 이유',
    ],
    ['catalogue_load_failed', {}, '카테고리 정보를 불러오는데 실패했습니다.', 'Failed to load categories.'],
    ['problem_places_address_not_found', {}, '주소 정보를 찾을 수 없습니다.', 'No address found.'],
    ['problem_statistics_not_found', {}, '통계 데이터를 찾을 수 없습니다.', 'Statistics data not found.'],
    ['statistics_load_failed', {}, '통계를 불러오는 중 오류가 발생했습니다.', 'Error loading statistics.'],
  ],
  '되었을 때': [
    ['restaurants_deleted', {}, '맛집이 내 리스트에서 삭제되었습니다.', 'Removed from my list.'],
    ['reviews_submitted', {}, '리뷰가 등록되었습니다!', 'Review posted!'],
    [
      'provided_taken_all',
      {},
      '선택한 맛집들을 내 리스트로 가져왔습니다!',
      'Added the selected restaurants to my list!',
    ],
    [
      'sharing_added_several',
      {},
      '선택한 맛집들을 내 리스트로 가져왔습니다!',
      'Added the selected restaurants to my list!',
    ],
    ['restaurants_added', NAME, '노을목 칼국수 맛집이 추가되었습니다.', 'Added 노을목 칼국수.'],
    ['sharing_added_one', NAME, '노을목 칼국수 맛집이 추가되었습니다.', 'Added 노을목 칼국수.'],
    [
      'provided_taken',
      NAME,
      '노을목 칼국수 맛집을 방문 예정 리스트로 가져왔습니다.',
      'Brought 노을목 칼국수 into the to-visit list.',
    ],
    ['restaurants_share_text', {}, '맛집 리스트를 확인해 보세요!', 'Check out the restaurant list!'],
    ['restaurants_share_copied', {}, '링크가 클립보드에 복사되었습니다!', 'Link copied to clipboard!'],
    ['restaurants_share_failed', {}, '공유에 실패했습니다.', 'Share failed.'],
    ['restaurants_copy_failed', {}, '링크 복사에 실패했습니다.', 'Link copy failed.'],
  ],
  '누구와, 어떤 자리': [
    ['journal_tag_alone', {}, '혼밥/혼술', 'Alone'],
    ['journal_tag_friends', {}, '친구와', 'With friends'],
    ['journal_tag_family', {}, '가족과', 'With family'],
    ['journal_tag_colleagues', {}, '동료와', 'With colleagues'],
    ['journal_tag_date', {}, '데이트', 'Date'],
    ['journal_tag_group', {}, '모임/회식', 'Group dinner'],
    ['journal_tag_celebration', {}, '기념일/축하', 'Celebration'],
    ['journal_tag_business', {}, '비즈니스/접대', 'Business'],
    ['journal_tag_light', {}, '가볍게 한 끼', 'Light meal'],
    ['journal_tag_special', {}, '특별한 날', 'Special day'],
    ['journal_tag_travelling', {}, '여행 중', 'Travelling'],
    ['journal_tag_quick', {}, '간단히 요기', 'Quick bite'],
    ['journal_tag_other', {}, '기타', 'Other'],
    ['journal_tag_own', {}, '직접 입력', 'Type your own'],
  ],
  '고객지원과 값': [
    [
      'site_support_hours',
      {},
      '평일 09:00~17:00 (주말·공휴일 휴무)',
      'Weekdays 09:00–17:00 (closed weekends and holidays)',
    ],
    ['payment_price', { price: '9,900' }, '연 9,900원', '9,900 won per year'],
    [
      'payment_price_note',
      { perDay: '30' },
      '(VAT 포함, 하루 약 30원)',
      '(VAT included, about 30 won per day)',
    ],
  ],
};

const messages: Record<string, unknown> = m;
const said = ([key, values]: Row, locale: 'ko' | 'en') => (messages[key] as Message)(values, { locale });

describe('정해진 글은 글자까지 같다', () => {
  test.each(Object.entries(FIXED))('%s', (_, rows) => {
    for (const row of rows) {
      const [key, , korean, english] = row;
      expect([key, said(row, 'ko'), said(row, 'en')]).toEqual([key, korean, english]);
    }
  });
});
