import { type ExpressionBuilder, sql } from 'kysely';
import { isInKorea, type OpeningSpan } from '#features/places/open-now.rules.ts';
import { openingSpans } from '#features/places/opening-hours.rules.ts';
import type { OpeningHours, PlaceDetails } from '#features/places/places.contract.ts';
import { hasParking } from '#features/places/parking.public.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { DB } from '#server/database/tables.ts';

/** A statement that reads `restaurants_public` under the name `place`. */
type Places = { place: DB['restaurants_public'] };

/**
 * The columns of which `visitFactsOf` makes the facts for a visit. The opening hours are read only if the place has no
 * stored spans. An earlier version may have stored the place.
 */
export const visitColumns = ({ ref }: ExpressionBuilder<Places, 'place'>) =>
  [
    'place.lat',
    'place.lng',
    ref('place.opening_spans').$castTo<OpeningSpan[] | null>().as('openingSpans'),
    sql<string[]>`case when place.opening_spans is null then place.detailed_opening_hours else '{}' end`.as(
      'weekdayLines',
    ),
    sql<OpeningHours['periods']>`case when place.opening_spans is null then place.opening_periods end`.as(
      'periods',
    ),
    'place.parking_options_summary as parkingOptionsSummary',
  ] as const;

type VisitColumns = OpeningHours &
  Pick<PlaceDetails, 'parkingOptionsSummary'> & {
    lat: number | null;
    lng: number | null;
    openingSpans: OpeningSpan[] | null;
  };

export const visitFactsOf = ({
  lat,
  lng,
  openingSpans: stored,
  weekdayLines,
  periods,
  parkingOptionsSummary,
}: VisitColumns) => {
  const coordinates = lat === null || lng === null ? null : { lat, lng };
  const spans = stored ?? openingSpans({ periods, weekdayLines });
  return {
    coordinates,
    // Spans are in Korea's time, so they are not shown for places elsewhere.
    openingSpans: coordinates && isInKorea(coordinates) ? spans : null,
    hasParking: hasParking(parkingOptionsSummary),
  };
};

/** The columns of a place that my list and collections show, in addition to `visitColumns`. */
export const listedPlaceColumns = ({ ref }: ExpressionBuilder<Places, 'place'>) =>
  [
    'place.id',
    'place.name',
    'place.address',
    'place.neighbourhood',
    'place.phone_number as phoneNumber',
    'place.category_id as categoryId',
    sql<boolean>`place.private_to_uid is not null`.as('isManual'),
    'place.is_example as isExample',
    'place.business_status as businessStatus',
    sql<string | null>`to_char(place.closed_on, 'YYYY-MM-DD')`.as('closedOn'),
    milliseconds(ref('place.first_added_to_public_at')).as('firstAddedToPublicAt'),
  ] as const;
