import { josa } from 'es-hangul';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  koreanAmong,
  latinAmong,
  particlesAfterValues,
  textsIn,
  unusedKeys,
  wordsOfCode,
} from './message-language.mjs';

/** Keys of the messages for zod's own issues (common/field-errors.ts), and for codes without a message. */
const ASKED_BY_LIBRARY = ['field_required', 'field_too_short', 'field_too_long', 'field_invalid'];

/**
 * Messages with examples of Korean input or results, and the parts of advertising mails that must be in both languages
 * (정보통신망법 시행령 별표 6).
 */
const KOREAN_IN_ENGLISH = [
  'about_what_find',
  'faq_search_answer',
  'following_mail_end',
  'following_mail_subject',
  'following_mail_unsubscribe',
  'site_feature_search_found',
  'site_feature_search_rest',
  'transfer_field_placeholder',
];

/** Messages with names, abbreviations, units or licences that have no Korean term, and the same parts of advertising mails. */
const LATIN_IN_KOREAN = [
  'about_font',
  'account_provider_google',
  'following_mail_end',
  'place_data_progress',
  'place_data_progress_open',
  'place_data_size',
  'privacy_location_naver',
  'privacy_processors_amazon',
  'restaurants_source_tv',
  'shell_menu_faq',
  'shell_menu_id_password',
  'transfer_list_link_placeholder',
];

/** What an import adds: every part ends with 개 (features/restaurants/web/additions-text.ts). */
const additions = { values: ['태그 2개', '태그 2개, 사진 1개'], pair: '을/를', stands: '를' };

const won = { values: ['9,900원'], pair: '을/를', stands: '을' };
/** The messages with a particle after a value: how the value is pronounced, and its particle. */
const KNOWN_VALUES = {
  admin_refund_amount_hint: won,
  mail_refunded_text: won,
  payment_add_year_text: won,
  payment_refund_amount: won,
  account_provider_log_in: { values: ['구글', '카카오', '네이버'], pair: '으로/로', stands: '로' },
  account_provider_sign_up: { values: ['구글', '카카오', '네이버'], pair: '으로/로', stands: '로' },
  account_provider_join: { values: ['구글', '카카오', '네이버'], pair: '으로/로', stands: '로' },
  security_reauthenticate_by: { values: ['구글', '카카오', '네이버'], pair: '으로/로', stands: '로' },
  account_deletion_phrase: { values: ['탈퇴합니다'], pair: '을/를', stands: '를' },
  map_scale: { values: ['미터', '킬로미터'], pair: '이에요/예요', stands: '예요' },
  restaurants_added_written: additions,
  transfer_added: additions,
  transfer_adds: additions,
  today_why_near: { values: ['미터', '킬로미터'], pair: '이에요/예요', stands: '예요' },
};

/** Words of the table "Words on screen" (docs/glossary.md) that no text uses, and the texts that may: they are fixed or names. */
const REPLACED_WORDS = {
  '제공 맛집': [],
  식당: [
    'capture_example_name',
    'faq_facts_own',
    'official_source',
    'official_tourist',
    'problem_restaurants_already_added',
    'terms_maps_lists',
  ],
  '보낼 것': [],
  '함께하는 사람': [],
  주인: [],
  '유료 기간': [],
  '돈은 나가': [],
  '돈이 나가': [],
  '이메일 주소를 확인': [],
  '보여 주기': [],
  '인터넷 없음': [],
  '한 줄': ['journal_empty_text', 'mail_welcome_text', 'restaurants_leave_a_line', 'transfer_nothing_found'],
  체크: ['payment_method_card'],
};

let ko;
let en;
beforeAll(async () => {
  [ko, en] = await Promise.all([textsIn('ko'), textsIn('en')]);
});

describe('화면의 글', () => {
  test('아무 데서도 쓰지 않는 글은 없다', async () => {
    const words = await wordsOfCode();
    expect(unusedKeys({ keys: Object.keys(ko), words, askedByLibrary: ASKED_BY_LIBRARY })).toEqual([]);
  });

  test('영어 화면에 한글이 남아 있지 않다', () => {
    expect(koreanAmong(en).toSorted()).toEqual(KOREAN_IN_ENGLISH);
  });

  test('우리말 화면에 옮기지 않은 글이 없다', () => {
    expect(latinAmong(ko).toSorted()).toEqual(LATIN_IN_KOREAN);
  });

  test('한 가지는 어디서나 한 낱말로 부른다', () => {
    for (const [word, allowed] of Object.entries(REPLACED_WORDS)) {
      const keys = Object.keys(ko).filter((key) => JSON.stringify(ko[key]).includes(word));
      expect(keys.toSorted(), word).toEqual(allowed);
    }
  });

  test('값 뒤의 조사는 어떤 값이 와도 맞다', () => {
    expect(particlesAfterValues(ko).toSorted()).toEqual(Object.keys(KNOWN_VALUES).toSorted());
    for (const { values, pair, stands } of Object.values(KNOWN_VALUES))
      for (const value of values) expect(josa.pick(value, pair)).toBe(stands);
  });
});

describe('틀린 글은 드러난다', () => {
  test('쓰지 않는 글, 코드로만 부르는 글', () => {
    const keys = ['shop_title', 'shop_old', 'problem_shop_closed', 'field_shop_gone'];
    const words = new Set(['shop_title', 'shop.closed']);
    expect(unusedKeys({ keys, words, askedByLibrary: [] })).toEqual(['shop_old', 'field_shop_gone']);
  });

  test('다른 말로 된 글', () => {
    expect(koreanAmong({ a: 'Saved {name}', b: 'Saved 곳' })).toEqual(['b']);
    expect(latinAmong({ a: 'API 토큰', b: 'Please try again later', c: 'Close', d: '{name} · {n}' })).toEqual(
      ['b', 'c'],
    );
  });

  test('이름에 따라 틀릴 조사', () => {
    const texts = { a: '{name}을 담았어요', b: '‘{name}’를 담았어요', c: '{name} 맛집이 추가되었습니다.' };
    expect(particlesAfterValues(texts)).toEqual(['a', 'b']);
  });
});
