import { sql } from 'kysely';
import type { Meal } from '#features/journal/yearly-review.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

type MealRow = Omit<Meal, 'coordinates'> & { lat: number | null; lng: number | null };

const meals = statement(
  'journal_meals',
  (_, { userId, year }: { userId: string; year: number }) => sql<MealRow>`
    select (entry.visit_date - date '1970-01-01')::int8 * 86400000 as "visitDate",
      entry.restaurant_id as "restaurantId", entry.restaurant_name as "restaurantName",
      coalesce(link.user_category_override_id, place.category_id) as "categoryId", place.lat, place.lng,
      entry.tags_with as "tagsWith", entry.tags_occasion as "tagsOccasion"
    from journal_entries as entry
    left join restaurants_public as place on place.id = entry.restaurant_id
    left join my_restaurants as link
      on link.user_id = entry.user_id and link.restaurant_id = entry.restaurant_id and link.deleted_at is null
    where entry.user_id = ${userId} and entry.deleted_at is null
      and make_date(${year}, 1, 1) <= entry.visit_date and entry.visit_date < make_date(${year}::int + 1, 1, 1)
    order by entry.visit_date, entry.created_at`,
);

export async function selectMeals(
  connection: Connection,
  { userId, year }: { userId: string; year: number },
): Promise<Meal[]> {
  const rows = await meals(connection, { userId, year });
  return rows.map(({ lat, lng, ...meal }) => ({
    ...meal,
    coordinates: lat === null || lng === null ? null : { lat, lng },
  }));
}

const years = statement(
  'journal_years',
  (_, { userId }: { userId: string }) => sql<{ year: number }>`
    select distinct date_part('year', visit_date)::int as year from journal_entries
    where user_id = ${userId} and deleted_at is null order by year desc`,
);

/** Returns the years that have entries. The latest year comes first. */
export async function selectYears(connection: Connection, userId: string): Promise<number[]> {
  const rows = await years(connection, { userId });
  return rows.map(({ year }) => year);
}

export async function selectCategoryNames(connection: Connection): Promise<Map<string, string>> {
  const categories = await connection.selectFrom('restaurant_categories').select(['id', 'name']).execute();
  return new Map(categories.map(({ id, name }) => [id, name]));
}
