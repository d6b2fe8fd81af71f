import { koreanDay } from '#common/korean-day.ts';
import { currentLanguage } from './appearance.ts';

/** The Korean day of a moment in milliseconds, in the person's language; no line breaks within it. */
export const dayOf = (milliseconds: number): string =>
  koreanDay({ at: milliseconds, language: currentLanguage() }).replaceAll(' ', '\u00a0');
