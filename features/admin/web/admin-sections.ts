/** The names of the sections, as they are in the URL. */
export const ADMIN_SECTIONS = [
  'overview',
  'reviews',
  'provided',
  'import',
  'paste',
  'categories',
  'sources',
  'place-data',
  'people',
  'leaving',
  'payments',
  'log',
] as const;
export type AdminSection = (typeof ADMIN_SECTIONS)[number];

/** Returns the section of a name. An unknown name leads to the overview. */
export const sectionOf = (name: string | undefined): AdminSection =>
  ADMIN_SECTIONS.find((section) => section === name) ?? 'overview';
