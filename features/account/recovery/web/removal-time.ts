import { currentLanguage } from '#web/appearance.ts';

/** When a second factor is removed, to the minute in Korean time. */
export const removalTime = (dueAt: number): string =>
  new Intl.DateTimeFormat(currentLanguage() === 'en' ? 'en-GB' : 'ko-KR', {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Asia/Seoul',
  }).format(dueAt);
