import type { Coordinates } from '#common/geo.ts';
import { DAY_MS, fieldsOf } from '#common/dates.ts';
import type { YearlyReview } from './yearly-review.contract.ts';

export type Meal = {
  entryId: string;
  /** The midnight of the day in UTC, in milliseconds. */
  visitDate: number;
  restaurantId: string | null;
  restaurantName: string;
  categoryId: string | null;
  coordinates: Coordinates | null;
  tagsWith: readonly string[];
  tagsOccasion: readonly string[];
  amountWon: number | null;
};

/** Computes the yearly review. @param meals entries of that year in any order */
export function yearlyReviewOf({
  year,
  years,
  meals,
}: {
  year: number;
  years: readonly number[];
  meals: readonly Meal[];
}): YearlyReview {
  const months = Array.from({ length: 12 }, () => 0);
  for (const { visitDate } of meals) {
    const at = fieldsOf(visitDate).month - 1;
    months[at] = (months[at] ?? 0) + 1;
  }
  const days = [...counted(meals.map(({ visitDate }) => visitDate))]
    .map(([day, count]) => ({ day, count }))
    .toSorted((one, other) => one.day - other.day);
  const places = placesOf(meals);
  return {
    year,
    years: [...years],
    entryCount: meals.length,
    placeCount: places.length,
    longestStreak: longestStreak(days.map(({ day }) => day)),
    months,
    days,
    categories: mostFirst(
      meals.filter(({ restaurantId }) => restaurantId !== null).map(({ categoryId }) => categoryId),
    ).map(([categoryId, count]) => ({ categoryId, count })),
    companions: tagged(meals.flatMap(({ tagsWith }) => tagsWith)),
    occasions: tagged(meals.flatMap(({ tagsOccasion }) => tagsOccasion)),
    places,
    spending: spendingOf(meals),
  };
}

function spendingOf(meals: readonly Meal[]): YearlyReview['spending'] {
  const paidMeals = meals.flatMap(({ visitDate, amountWon }) =>
    amountWon === null ? [] : [{ visitDate, amountWon }],
  );
  const [mostExpensiveDay] = [...Map.groupBy(paidMeals, ({ visitDate }) => visitDate)]
    .map(([day, ofDay]) => ({ day, won: wonOf(ofDay) }))
    .toSorted((one, other) => other.won - one.won || one.day - other.day);
  return mostExpensiveDay ? { won: wonOf(paidMeals), mostExpensiveDay } : null;
}

const wonOf = (meals: readonly { amountWon: number }[]): number =>
  meals.reduce((sum, { amountWon }) => sum + amountWon, 0);

function placesOf(meals: readonly Meal[]): YearlyReview['places'] {
  const byPlace = Map.groupBy(
    meals,
    ({ restaurantId, restaurantName }) => restaurantId ?? `name ${restaurantName}`,
  );
  return [...byPlace.values()]
    .flatMap((its) => {
      const latest = its.reduce((one, other) => (other.visitDate > one.visitDate ? other : one));
      const { restaurantId, restaurantName: name, coordinates } = latest;
      return { restaurantId, name, coordinates, count: its.length };
    })
    .toSorted((one, other) => other.count - one.count);
}

/** Returns the largest number of consecutive days. @param days different days in ascending order */
function longestStreak(days: readonly number[]): number {
  let longest = 0;
  let current = 0;
  days.forEach((day, at) => {
    current = days[at - 1] === day - DAY_MS ? current + 1 : 1;
    longest = Math.max(longest, current);
  });
  return longest;
}

const tagged = (tags: readonly string[]) => mostFirst(tags).map(([tag, count]) => ({ tag, count }));

const mostFirst = <T>(values: readonly T[]) =>
  [...counted(values)].toSorted(([, one], [, other]) => other - one);

function counted<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Returns `count` items at even distances, for example of a whole year. */
export const spreadOut = <Item>(items: readonly Item[], count: number): Item[] =>
  Array.from({ length: count }, (_, at) => items[Math.floor(((at + 0.5) * items.length) / count)] as Item);
