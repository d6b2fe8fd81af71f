import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { DAY_MS, MINUTE_MS } from '#common/dates.ts';
import { closesIn } from '#features/places/open-now.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { isToVisitForBoth } from './shared-view.rules.ts';

/** Why a place is suggested today. */
export type Reason =
  /** Implies that the visitor has not been there, so `never_been` is not added. */
  | { why: 'both_want' }
  | { why: 'near'; metres: number }
  /** Milliseconds; null: it never closes. */
  | { why: 'open_now'; closesAt: number | null }
  | { why: 'closed_now' }
  | { why: 'loved_by_owner'; rating: number }
  | { why: 'long_ago'; months: number }
  | { why: 'never_been' };

export type Pick = { place: SharedPlace; reasons: Reason[] };

const NEAR_METRES = 3_000;
const HIGH_RATING = 4;
const MONTH_MILLISECONDS = 30 * DAY_MS;
/** Places visited more recently than this are not suggested. */
const LONG_AGO_MONTHS = 2;

const WEIGHTS: Record<Reason['why'], number> = {
  both_want: 5,
  near: 2,
  open_now: 2,
  // A closed place always ranks below open and unknown ones.
  closed_now: -100,
  loved_by_owner: 2,
  long_ago: 1,
  never_been: 1,
};

/**
 * 오늘 뭐 먹지?: the places of a shared list ranked by how well they suit both people today: most reasons first, then
 * the nearer. Permanently closed and recently visited places are left out; places known to be closed now come last.
 * @param mine the visitor's own list; empty without an account
 * @param reader the visitor's location; null while unknown
 * @param now milliseconds
 */
export function picksForToday({
  places,
  mine,
  reader,
  now,
}: {
  places: readonly SharedPlace[];
  mine: readonly MyRestaurant[];
  reader: Coordinates | null;
  now: number;
}): Pick[] {
  const own = new Map(mine.map((restaurant) => [restaurant.id, restaurant]));
  const wanted = new Set(mine.filter(({ status }) => status === '방문 예정').map(({ id }) => id));
  const metresTo = ({ coordinates }: SharedPlace) =>
    coordinates && reader ? distanceMetres(reader, coordinates) : null;

  return places
    .filter(({ businessStatus }) => businessStatus !== 'closed_permanently')
    .filter((place) => !wasThereLately(own.get(place.id), now))
    .map((place) => {
      const metres = metresTo(place);
      const visitedAt = own.get(place.id)?.visitedAt ?? null;
      const reasons: Reason[] = [];
      const isOpen = openNow(place, now);
      const isForBoth = isToVisitForBoth(place, wanted);
      if (isForBoth) reasons.push({ why: 'both_want' });
      if (metres !== null && metres <= NEAR_METRES) reasons.push({ why: 'near', metres });
      if (place.rating !== null && place.rating >= HIGH_RATING) {
        reasons.push({ why: 'loved_by_owner', rating: place.rating });
      }
      if (isOpen) reasons.push(isOpen);
      if (visitedAt !== null) reasons.push({ why: 'long_ago', months: monthsSince(visitedAt, now) });
      else if (own.size > 0 && !isForBoth) reasons.push({ why: 'never_been' });
      return { place, reasons, metres: metres ?? Number.MAX_SAFE_INTEGER };
    })
    .sort((a, b) => weight(b.reasons) - weight(a.reasons) || a.metres - b.metres)
    .map(({ place, reasons }) => ({ place, reasons }));
}

const weight = (reasons: readonly Reason[]) => reasons.reduce((sum, { why }) => sum + WEIGHTS[why], 0);

/** null if the hours are unknown; a temporarily closed place is closed regardless of its hours. */
function openNow({ openingSpans, businessStatus }: SharedPlace, now: number): Reason | null {
  if (businessStatus === 'closed_temporarily') return { why: 'closed_now' };
  if (!openingSpans) return null;
  const minutes = closesIn(openingSpans, now);
  if (minutes === null) return { why: 'closed_now' };
  const thisMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const closesAt = minutes === Infinity ? null : thisMinute + minutes * MINUTE_MS;
  return { why: 'open_now', closesAt };
}

const monthsSince = (moment: number, now: number) => Math.floor((now - moment) / MONTH_MILLISECONDS);

const wasThereLately = (restaurant: MyRestaurant | undefined, now: number): boolean =>
  restaurant?.visitedAt != null && monthsSince(restaurant.visitedAt, now) < LONG_AGO_MONTHS;
