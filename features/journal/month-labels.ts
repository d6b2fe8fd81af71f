import { m } from '#messages';

/** Returns a short label for each month of a chart: a number in Korean, the initial letter in English. */
export const monthLabels = (inLanguage: { locale?: 'ko' | 'en' } = {}): string[] =>
  m.journal_month_labels({}, inLanguage).split(' ');
