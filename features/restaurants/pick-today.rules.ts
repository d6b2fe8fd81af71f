import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { DAY_MS, MINUTE_MS } from '#common/dates.ts';
import { VISITED } from '#common/visit-status.ts';
import { closesIn } from '#features/places/open-now.rules.ts';
import type { MyRestaurant } from './restaurants.contract.ts';

/**
 * Time of the member's last visit in milliseconds. It is `unknown` if the day, or whether there was a visit, is unknown.
 */
export type LastVisit = number | 'never' | 'unknown';

/** A place of my list or of a shared list that 오늘 뭐 먹지? may suggest. */
export type PickCandidate = Pick<
  MyRestaurant,
  'id' | 'coordinates' | 'openingSpans' | 'businessStatus' | 'rating'
> & {
  lastVisit: LastVisit;
  /** Whether the member and another person both want to visit the place. */
  isWantedByBoth: boolean;
};

/** Returns the member's last visit to a place of the own list. */
export const lastVisitOf = ({ status, visitedAt }: Pick<MyRestaurant, 'status' | 'visitedAt'>): LastVisit =>
  status === VISITED ? (visitedAt ?? 'unknown') : 'never';

/** The reason why a place is suggested today. */
export type Reason =
  /** Implies that the member has not visited the place. Therefore such a place does not also have `never_been`. */
  | { why: 'both_want' }
  | { why: 'near'; metres: number }
  /** The closing time in milliseconds; null if the place never closes. */
  | { why: 'open_now'; closesAt: number | null }
  | { why: 'closed_now' }
  | { why: 'high_rating'; rating: number }
  | { why: 'long_ago'; months: number }
  | { why: 'never_been' };

type Picked<Place> = { place: Place; reasons: Reason[] };

const NEAR_METRES = 3_000;
const HIGH_RATING = 4;
const MONTH_MILLISECONDS = 30 * DAY_MS;
/** A place that the member visited less than this number of months ago is not suggested. */
const LONG_AGO_MONTHS = 2;

const WEIGHTS: Record<Reason['why'], number> = {
  both_want: 5,
  near: 2,
  open_now: 2,
  // With this weight, a closed place always comes after places that are open or whose hours are unknown.
  closed_now: -100,
  high_rating: 2,
  long_ago: 1,
  never_been: 1,
};

/**
 * 오늘 뭐 먹지?: ranks places by how well they suit today. Places are ordered by the weights of their reasons. Places with
 * the same weight are ordered by distance. Permanently closed and recently visited places are left out. Places that are
 * known to be closed now come last.
 * @param userLocation the member's location; null while unknown
 * @param now milliseconds
 */
export function picksForToday<Place extends PickCandidate>({
  places,
  userLocation,
  now,
}: {
  places: readonly Place[];
  userLocation: Coordinates | null;
  now: number;
}): Picked<Place>[] {
  return places
    .filter(({ businessStatus }) => businessStatus !== 'closed_permanently')
    .filter(
      ({ lastVisit }) => typeof lastVisit === 'string' || LONG_AGO_MONTHS <= monthsSince(lastVisit, now),
    )
    .map((place) => {
      const { coordinates } = place;
      const metres = coordinates && userLocation ? distanceMetres(userLocation, coordinates) : null;
      const reasons = reasonsFor({ place, metres, now });
      return { place, reasons, metres: metres ?? Number.MAX_SAFE_INTEGER };
    })
    .sort((a, b) => weight(b.reasons) - weight(a.reasons) || a.metres - b.metres)
    .map(({ place, reasons }) => ({ place, reasons }));
}

/** @param metres the distance from the member; null if it is unknown */
function reasonsFor({
  place,
  metres,
  now,
}: {
  place: PickCandidate;
  metres: number | null;
  now: number;
}): Reason[] {
  const { rating, lastVisit, isWantedByBoth } = place;
  const reasons: Reason[] = [];
  if (isWantedByBoth) reasons.push({ why: 'both_want' });
  if (metres !== null && metres <= NEAR_METRES) reasons.push({ why: 'near', metres });
  if (rating !== null && rating >= HIGH_RATING) reasons.push({ why: 'high_rating', rating });
  const opening = openingReason(place, now);
  if (opening) reasons.push(opening);
  if (lastVisit === 'never' && !isWantedByBoth) reasons.push({ why: 'never_been' });
  if (typeof lastVisit === 'number') reasons.push({ why: 'long_ago', months: monthsSince(lastVisit, now) });
  return reasons;
}

/**
 * Chooses one reason for each of the places that are shown together. The strongest reason that no earlier place has is
 * chosen. If earlier places have all reasons of a place, its strongest reason is chosen. If a place is closed now, the
 * chosen reason is always that the place is closed.
 */
export function oneReasonEach<Place>(
  picks: readonly Picked<Place>[],
): { place: Place; reason: Reason | undefined }[] {
  const given = new Set<Reason['why']>();
  return picks.map(({ place, reasons }) => {
    const strongest = [...reasons].sort((a, b) => WEIGHTS[b.why] - WEIGHTS[a.why]);
    const reason =
      reasons.find(({ why }) => why === 'closed_now') ??
      strongest.find(({ why }) => !given.has(why)) ??
      strongest[0];
    if (reason) given.add(reason.why);
    return { place, reason };
  });
}

const weight = (reasons: readonly Reason[]) => reasons.reduce((sum, { why }) => sum + WEIGHTS[why], 0);

/** Returns null if the hours are unknown. A temporarily closed place counts as closed, whatever its hours are. */
function openingReason({ openingSpans, businessStatus }: PickCandidate, now: number): Reason | null {
  if (businessStatus === 'closed_temporarily') return { why: 'closed_now' };
  if (!openingSpans) return null;
  const minutes = closesIn(openingSpans, now);
  if (minutes === null) return { why: 'closed_now' };
  const thisMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const closesAt = minutes === Infinity ? null : thisMinute + minutes * MINUTE_MS;
  return { why: 'open_now', closesAt };
}

const monthsSince = (moment: number, now: number) => Math.floor((now - moment) / MONTH_MILLISECONDS);
