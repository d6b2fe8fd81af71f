import { m } from '#messages';

const KINDS = [
  ['freeParkingLot', m.places_parking_free_lot],
  ['paidParkingLot', m.places_parking_paid_lot],
  ['freeGarageParking', m.places_parking_free_garage],
  ['paidGarageParking', m.places_parking_paid_garage],
  ['freeStreetParking', m.places_parking_free_street],
  ['paidStreetParking', m.places_parking_paid_street],
  ['valetParking', m.places_parking_valet],
] as const;

const TEXTS = [...KINDS.map(([, text]) => text), m.places_parking_none];

type ParkingOptions = Record<(typeof KINDS)[number][0], boolean | null>;

/**
 * Returns the kinds of parking as a line in Korean. The catalogue stores this line. The line is ‘주차장 없음’ only if
 * every kind is known to be missing. If nothing is known, the function returns null.
 */
export function parkingSummary(options: ParkingOptions): string | null {
  const available = KINDS.filter(([kind]) => options[kind] === true);
  if (available.length > 0) return available.map(([, text]) => text({}, KOREAN)).join(', ');
  return KINDS.every(([kind]) => options[kind] === false) ? m.places_parking_none({}, KOREAN) : null;
}

/** Whether a stored line says that there is parking; null if unknown. */
export const hasParking = (summary: string | null): boolean | null =>
  summary === null ? null : summary !== m.places_parking_none({}, KOREAN);

/** Returns a stored line in the current language. Words that are not from {@link parkingSummary} stay as they are. */
export const parkingInLanguage = (summary: string): string =>
  summary
    .split(', ')
    .map((word) => TEXTS.find((text) => text({}, KOREAN) === word)?.() ?? word)
    .join(', ');

const KOREAN = { locale: 'ko' } as const;
