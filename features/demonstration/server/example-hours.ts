import type { OpeningPeriod, PlaceDetails } from '#features/places/places.contract.ts';

/** The opening hours in minutes since midnight. */
const LUNCH_AND_DINNER = [
  [690, 900],
  [1020, 1290],
] as const;
const ALL_DAY = [[600, 1260]] as const;
const EVENING = [[1020, 120]] as const;
const DAY_NAMES = ['일', '월', '화', '수', '목', '금', '토'];

/**
 * Adds example opening hours and parking information to a place. A third of the places get no hours, because maps
 * services do not know the hours of every place.
 */
export function withExampleVisitFacts(details: PlaceDetails, nth: number): PlaceDetails {
  const hours = [ALL_DAY, LUNCH_AND_DINNER, null, EVENING, ALL_DAY, null][nth % 6] ?? null;
  if (!hours) return details;
  const closedOn = nth % 7;
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== closedOn);
  const periods = days.flatMap((day) => hours.map(([from, until]) => periodOf({ day, from, until })));
  const weekdayLines = [1, 2, 3, 4, 5, 6, 0].map((day) => {
    const spans = hours.map(([from, until]) => `${clock(from)} ~ ${clock(until)}`);
    return `${DAY_NAMES[day] ?? ''}요일: ${day === closedOn ? '휴무일' : spans.join(', ')}`;
  });
  return {
    ...details,
    openingHours: { periods, weekdayLines },
    openingHoursSummary: weekdayLines.join(' | '),
    parkingOptionsSummary: PARKING[nth % PARKING.length] ?? null,
  };
}

const PARKING = ['무료 주차장', '주차장 없음', '무료 주차장', null];

const periodOf = ({ day, from, until }: { day: number; from: number; until: number }): OpeningPeriod => ({
  openDay: day,
  openMinute: from,
  closeDay: until > from ? day : (day + 1) % 7,
  closeMinute: until,
});

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
