/** A day in Korea, in a person's language: 2027년 11월 20일. What begins and ends by days does so by Korean ones. */
export const koreanDay = ({ at, language }: { at: number | Date; language: 'ko' | 'en' }): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ko-KR', {
    dateStyle: 'long',
    timeZone: 'Asia/Seoul',
  }).format(at);
