import { m } from '#messages';

type InLanguage = { locale?: 'ko' | 'en' };

/**
 * Returns the name of a category in the current language or in the given `locale`. Only the categories of a new
 * installation have translations. For other categories the function returns null, because only the catalogue contains
 * their name, in Korean.
 */
export const translatedCategory = (categoryId: string, inLanguage: InLanguage = {}): string | null =>
  TRANSLATED[categoryId]?.({}, inLanguage) ?? null;

const TRANSLATED: Readonly<Record<string, (inputs: Record<string, never>, options: InLanguage) => string>> = {
  korean: m.catalogue_korean,
  grill: m.catalogue_grill,
  seafood: m.catalogue_seafood,
  noodles: m.catalogue_noodles,
  soup: m.catalogue_soup,
  bunsik: m.catalogue_bunsik,
  chinese: m.catalogue_chinese,
  japanese: m.catalogue_japanese,
  western: m.catalogue_western,
  asian: m.catalogue_asian,
  'fast-food': m.catalogue_fast_food,
  cafe: m.catalogue_cafe,
  bakery: m.catalogue_bakery,
  bar: m.catalogue_bar,
  other: m.catalogue_other,
};
