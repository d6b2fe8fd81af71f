/** 2026년 4월 18일 토요일 */
export const fullDate = (day: number): string =>
  new Intl.DateTimeFormat('ko', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    timeZone: 'UTC',
  }).format(day);
