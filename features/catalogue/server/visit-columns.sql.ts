import { sql } from 'kysely';
import { openingSpansOf } from '#features/places/opening-hours.rules.ts';
import type { OpeningHours, PlaceDetails } from '#features/places/places.contract.ts';
import { hasParking } from '#features/places/parking.public.ts';
import { columnsOf } from '#server/database/columns.ts';

export type VisitColumns = OpeningHours & Pick<PlaceDetails, 'parkingOptionsSummary'>;
export const visitColumns = columnsOf('restaurants_public')<VisitColumns>({
  // The lines are read only if the place has no `periods`.
  weekdayLines: {
    read: (place) =>
      sql`case when ${sql.ref(`${place}.opening_periods`)} is null
        then ${sql.ref(`${place}.detailed_opening_hours`)} else '{}' end`,
  },
  periods: { read: (place) => sql.ref(`${place}.opening_periods`) },
  parkingOptionsSummary: 'parking_options_summary',
});

export const visitFactsOf = ({
  lat,
  lng,
  weekdayLines,
  periods,
  parkingOptionsSummary,
}: VisitColumns & { lat: number | null; lng: number | null }) => ({
  openingSpans: openingSpansOf({
    openingHours: periods === null && weekdayLines.length === 0 ? null : { periods, weekdayLines },
    coordinates: lat === null || lng === null ? null : { lat, lng },
  }),
  hasParking: hasParking(parkingOptionsSummary),
});
