/**
 * Splits the rows of a query that read one row more than a page. The additional row shows that a next page exists.
 * @returns the rows of the page, and its last row as the cursor if a next page exists
 */
export function pageOf<Row>({ found, limit }: { found: readonly Row[]; limit: number }): {
  page: Row[];
  last: Row | null;
} {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null };
}
