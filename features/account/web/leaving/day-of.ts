import { currentLanguage } from '#web/appearance.ts';

/** A day in Korea, in the person's language: 2026년 11월 27일. */
export const dayOf = (milliseconds: number): string =>
  new Intl.DateTimeFormat(currentLanguage() === 'en' ? 'en-GB' : 'ko-KR', {
    dateStyle: 'long',
    timeZone: 'Asia/Seoul',
  }).format(milliseconds);
