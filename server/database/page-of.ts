/**
 * The query reads one row more than a page, to detect a next page.
 * @returns the rows of the page, and its last row as the cursor if more rows follow
 */
export function pageOf<Row>({ found, limit }: { found: readonly Row[]; limit: number }): {
  page: Row[];
  last: Row | null;
} {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null };
}
