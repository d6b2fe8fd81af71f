/** The parts of the desk, by their name in the address. */
export const ADMIN_SECTIONS = [
  'overview',
  'reviews',
  'provided',
  'import',
  'categories',
  'sources',
  'people',
  'leaving',
  'payments',
  'log',
] as const;
export type AdminSection = (typeof ADMIN_SECTIONS)[number];

/** What an address names; the overview where it names nothing that there is. */
export const sectionOf = (name: string | undefined): AdminSection =>
  ADMIN_SECTIONS.find((section) => section === name) ?? 'overview';
