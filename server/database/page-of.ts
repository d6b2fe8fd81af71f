/**
 * The first page of rows that were read one more than it holds.
 * @returns its rows, and the last of them where more follow: what the next page goes on after
 */
export function pageOf<Row>({ found, limit }: { found: readonly Row[]; limit: number }): {
  page: Row[];
  last: Row | null;
} {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null };
}
