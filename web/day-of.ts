import { koreanDay } from '#common/korean-day.ts';
import { currentLanguage } from './appearance.ts';

/** Formats a time in milliseconds as a date in Korea, in the user's language, without line breaks. */
export const dayOf = (milliseconds: number): string =>
  koreanDay({ at: milliseconds, language: currentLanguage() }).replaceAll(' ', '\u00a0');
