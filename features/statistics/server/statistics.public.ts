import type { CategoryCounts } from '#features/statistics/statistics.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { selectCategoryCounts } from './statistics.sql.ts';

/** Returns the counts of the catalogue, or null if the catalogue is empty. */
export async function readCategoryCounts(connection: Connection): Promise<CategoryCounts | null> {
  const categories = await selectCategoryCounts(connection);
  const sum = (of: 'adminAdded' | 'userAdded' | 'total') =>
    categories.reduce((all, count) => all + count[of], 0);
  const totalCounts = { adminAdded: sum('adminAdded'), userAdded: sum('userAdded'), total: sum('total') };
  return totalCounts.total === 0 ? null : { totalCounts, categories };
}
