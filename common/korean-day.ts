/** A date in Korean time in the given language: 2027년 11월 20일. Day limits of the product follow Korean time. */
export const koreanDay = ({ at, language }: { at: number | Date; language: 'ko' | 'en' }): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ko-KR', {
    dateStyle: 'long',
    timeZone: 'Asia/Seoul',
  }).format(at);

/** Korea has been at UTC+9 without summer time since 1988. */
const KOREA_AHEAD_MS = 9 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Start of the Korean day that contains the timestamp, in milliseconds. */
export const startOfKoreanDay = (at: number): number =>
  Math.floor((at + KOREA_AHEAD_MS) / DAY_MS) * DAY_MS - KOREA_AHEAD_MS;
