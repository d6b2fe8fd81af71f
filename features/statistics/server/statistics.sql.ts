import { sql } from 'kysely';
import type { CategoryCounts } from '#features/statistics/statistics.contract.ts';
import type { Connection } from '#server/database/database.ts';

type Count = CategoryCounts['categories'][number];

/** Returns the counts: for each category, the sum of all changes so far. */
export async function selectCategoryCounts(connection: Connection): Promise<Count[]> {
  const { rows } = await sql<Count>`
    /* statistics_category_counts */
    select changes.category_id as "categoryId",
      coalesce(sum(change) filter (where is_provided), 0)::int as "adminAdded",
      coalesce(sum(change) filter (where not is_provided), 0)::int as "userAdded",
      sum(change)::int as total
    from category_count_changes as changes
    left join restaurant_categories as category on category.id = changes.category_id
    group by changes.category_id, category.display_order
    having sum(change) <> 0
    order by category.display_order nulls last
  `.execute(connection);
  return rows;
}

/**
 * Merges the changes, so that each category has at most two rows: one for provided places and one for others. Merges
 * only rows that this statement sees, so rows of concurrent inserts stay.
 * Readers see either all the old rows or the new rows.
 */
export async function foldChanges(connection: Connection): Promise<void> {
  await sql`
    with seen as (delete from category_count_changes returning *)
    insert into category_count_changes
    select category_id, is_provided, sum(change) from seen group by 1, 2 having sum(change) <> 0
  `.execute(connection);
}
