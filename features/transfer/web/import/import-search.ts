const ORIGINS = ['naver', 'kakao', 'google', 'file'] as const;
/** Where a member has kept places so far. */
export type ImportOrigin = (typeof ORIGINS)[number];

/** Reads the search parameters of the import screen. An unknown origin is left out. */
export function readImportSearch({ from }: Readonly<Record<string, unknown>>): { from?: ImportOrigin } {
  const origin = ORIGINS.find((known) => known === from);
  return origin ? { from: origin } : {};
}
