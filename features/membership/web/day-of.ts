import { currentLanguage } from '#web/appearance.ts';

/** A day in Korea, in the person's language: 2027년 11월 20일. Memberships begin and end by Korean days. */
export const dayOf = (milliseconds: number): string =>
  new Intl.DateTimeFormat(currentLanguage() === 'en' ? 'en-GB' : 'ko-KR', {
    dateStyle: 'long',
    timeZone: 'Asia/Seoul',
  }).format(milliseconds);
