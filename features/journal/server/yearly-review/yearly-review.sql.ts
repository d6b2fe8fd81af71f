import { sql } from 'kysely';
import { DAY_MS } from '#common/dates.ts';
import type { Meal } from '#features/journal/yearly-review.rules.ts';
import type { Connection } from '#server/database/database.ts';

export async function selectMeals(
  connection: Connection,
  { userId, year }: { userId: string; year: number },
): Promise<Meal[]> {
  const rows = await connection
    .selectFrom('journal_entries as entry')
    .leftJoin('restaurants_public as place', 'place.id', 'entry.restaurant_id')
    .leftJoin('my_restaurants as link', (join) =>
      join
        .onRef('link.user_id', '=', 'entry.user_id')
        .onRef('link.restaurant_id', '=', 'entry.restaurant_id')
        .on('link.deleted_at', 'is', null),
    )
    .where('entry.user_id', '=', userId)
    .where('entry.deleted_at', 'is', null)
    .where('entry.visit_date', '>=', sql<Date>`make_date(${year}, 1, 1)`)
    .where('entry.visit_date', '<', sql<Date>`make_date(${year + 1}, 1, 1)`)
    .select(({ fn }) => [
      'entry.id as entryId',
      sql<number>`(entry.visit_date - date '1970-01-01')::int8 * ${sql.lit(DAY_MS)}`.as('visitDate'),
      'entry.restaurant_id as restaurantId',
      'entry.restaurant_name as restaurantName',
      fn.coalesce('link.user_category_override_id', 'place.category_id').as('categoryId'),
      'place.lat',
      'place.lng',
      'entry.tags_with as tagsWith',
      'entry.tags_occasion as tagsOccasion',
      'entry.amount_won as amountWon',
    ])
    .orderBy('entry.visit_date')
    .orderBy('entry.created_at')
    .execute();
  return rows.map(({ lat, lng, ...meal }) => ({
    ...meal,
    coordinates: lat === null || lng === null ? null : { lat, lng },
  }));
}

/** Returns the years that have entries. The latest year comes first. */
export async function selectYears(connection: Connection, userId: string): Promise<number[]> {
  const rows = await connection
    .selectFrom('journal_entries')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`date_part('year', visit_date)::int`.as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

export async function selectCategoryNames(connection: Connection): Promise<Map<string, string>> {
  const categories = await connection.selectFrom('restaurant_categories').select(['id', 'name']).execute();
  return new Map(categories.map(({ id, name }) => [id, name]));
}
