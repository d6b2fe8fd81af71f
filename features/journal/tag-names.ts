import { m } from '#messages';

type InLanguage = { locale?: 'ko' | 'en' };

/**
 * Returns the name of a tag. The default language is the current language. A tag that is not an option of the
 * specification is returned unchanged.
 * @example tagName('친구와', { locale: 'en' }) // 'With friends'
 */
export const tagName = (tag: string, inLanguage: InLanguage = {}): string =>
  TAGS[tag]?.({}, inLanguage) ?? tag;

const TAGS: Readonly<Record<string, (inputs: Record<string, never>, options: InLanguage) => string>> = {
  '혼밥/혼술': m.journal_tag_alone,
  친구와: m.journal_tag_friends,
  가족과: m.journal_tag_family,
  동료와: m.journal_tag_colleagues,
  데이트: m.journal_tag_date,
  '모임/회식': m.journal_tag_group,
  '기념일/축하': m.journal_tag_celebration,
  '비즈니스/접대': m.journal_tag_business,
  '가볍게 한 끼': m.journal_tag_light,
  '특별한 날': m.journal_tag_special,
  '여행 중': m.journal_tag_travelling,
  '간단히 요기': m.journal_tag_quick,
  기타: m.journal_tag_other,
};
