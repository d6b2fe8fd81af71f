import type { SandboxPlace } from './places.ts';

/**
 * Returns a place in Google's format. The number of the place decides which fields are missing, so that every case
 * occurs: no hours, open around the clock, no photos, no price, permanently and temporarily closed; each flag is true,
 * false or absent.
 */
export function googlePlace({
  place,
  language,
  photoIssue,
}: {
  place: SandboxPlace;
  language: string;
  photoIssue: number;
}): Record<string, unknown> {
  const { id, name, address, lat, lng, phoneNumber, kind, categoryId } = place;
  const placeId = googleId(id);
  const isKorean = language === 'ko';
  return {
    id: placeId,
    name: `places/${placeId}`,
    displayName: { text: isKorean ? name : `Sandbox place ${id}`, languageCode: isKorean ? 'ko' : 'en' },
    // The country name is at the beginning or at the end, and sometimes in another language.
    formattedAddress:
      id % 4 === 0 ? `${address} 대한민국` : id % 4 === 1 ? `${address}, South Korea` : `대한민국 ${address}`,
    location: { latitude: lat, longitude: lng },
    nationalPhoneNumber: phoneNumber,
    ...(id % 2 === 0 && { websiteUri: `https://example.com/places/${id}` }),
    googleMapsUri: `https://maps.google.com/?cid=${id}`,
    ...(id % 10 !== 3 && { regularOpeningHours: openingHours({ id, isKorean }) }),
    ...(id % 10 !== 4 && { photos: photos({ id, placeId, photoIssue }) }),
    ...(id % 11 !== 0 && { rating: 3 + (id % 20) / 10, userRatingCount: 10 * id }),
    ...(id % 10 !== 5 && { priceLevel: PRICES[id % PRICES.length] }),
    types: [typeOf(categoryId), 'restaurant', 'food', 'point_of_interest', 'establishment'],
    primaryType: typeOf(categoryId),
    primaryTypeDisplayName: {
      text: isKorean ? kind : typeOf(categoryId),
      languageCode: isKorean ? 'ko' : 'en',
    },
    businessStatus:
      id % 25 === 7 ? 'CLOSED_PERMANENTLY' : id % 25 === 8 ? 'CLOSED_TEMPORARILY' : 'OPERATIONAL',
    ...flag('allowsDogs', id),
    accessibilityOptions: {
      ...flag('wheelchairAccessibleParking', id + 1),
      ...flag('wheelchairAccessibleEntrance', id),
      ...flag('wheelchairAccessibleRestroom', id + 2),
      ...flag('wheelchairAccessibleSeating', id + 1),
    },
    parkingOptions: {
      ...flag('freeParkingLot', id),
      ...flag('paidParkingLot', id + 1),
      ...flag('valetParking', id + 2),
    },
  };
}

/**
 * Ids in Google's format. `movedGoogleId` returns an old id of the place. The answer to an old id contains the current
 * id.
 */
export const googleId = (id: number) => `ChIJ${Buffer.from(`sandbox-${id}`).toString('base64url')}`;
export const movedGoogleId = (id: number) => `ChIJ${Buffer.from(`before-${id}`).toString('base64url')}`;

const PRICES = [
  'PRICE_LEVEL_INEXPENSIVE',
  'PRICE_LEVEL_MODERATE',
  'PRICE_LEVEL_EXPENSIVE',
  'PRICE_LEVEL_VERY_EXPENSIVE',
  'PRICE_LEVEL_FREE',
  'PRICE_LEVEL_UNSPECIFIED',
];

/** Returns a field that is true, false or absent, each for a third of the places. */
const flag = (name: string, id: number) => (id % 3 === 2 ? {} : { [name]: id % 3 === 0 });

const TYPES: Record<string, string> = {
  korean: 'korean_restaurant',
  grill: 'barbecue_restaurant',
  seafood: 'seafood_restaurant',
  noodles: 'ramen_restaurant',
  chinese: 'chinese_restaurant',
  japanese: 'japanese_restaurant',
  western: 'italian_restaurant',
  asian: 'vietnamese_restaurant',
  'fast-food': 'fast_food_restaurant',
  cafe: 'cafe',
  bakery: 'bakery',
  bar: 'bar',
};
export const typeOf = (categoryId: string) => TYPES[categoryId] ?? 'restaurant';

const DAYS = {
  ko: ['월요일', '화요일', '수요일', '목요일', '금요일', '토요일', '일요일'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
};

/**
 * Returns opening hours: closed on Tuesdays, and open past midnight on Saturdays. As in Google's answers,
 * `weekdayDescriptions` begins with Monday, but `day` 0 is Sunday.
 */
function openingHours({ id, isKorean }: { id: number; isKorean: boolean }) {
  const days = isKorean ? DAYS.ko : DAYS.en;
  if (id % 13 === 0)
    return {
      openNow: true,
      periods: [{ open: { day: 0, hour: 0, minute: 0 } }],
      weekdayDescriptions: days.map((day) => `${day}: ${isKorean ? '24시간 영업' : 'Open 24 hours'}`),
    };
  const open = [0, 1, 3, 4, 5, 6];
  return {
    openNow: true,
    periods: open.map((day) => ({
      open: { day, hour: 11, minute: 0 },
      close: day === 6 ? { day: 0, hour: 1, minute: 30 } : { day, hour: 21, minute: 0 },
    })),
    weekdayDescriptions: days.map((day, nth) => {
      if (nth === 1) return `${day}: ${isKorean ? '휴무일' : 'Closed'}`;
      if (isKorean) return `${day}: 오전 11:00 ~ ${nth === 5 ? '오전 1:30' : '오후 9:00'}`;
      return `${day}: 11:00\u202fAM\u2009–\u2009${nth === 5 ? '1:30\u202fAM' : '9:00\u202fPM'}`;
    }),
  };
}

const photos = ({ id, placeId, photoIssue }: { id: number; placeId: string; photoIssue: number }) =>
  Array.from({ length: 1 + (id % 4) }, (_, nth) => ({
    name: `places/${placeId}/photos/AeJb${photoIssue}-${id}-${nth}`,
    widthPx: 1200,
    heightPx: 900,
    authorAttributions: [
      {
        displayName: `예시 사진가 ${nth + 1}`,
        uri: `//maps.google.com/maps/contrib/${id}${nth}`,
        photoUri: '//lh3.googleusercontent.com/a-/sandbox',
      },
    ],
    flagContentUri: 'https://www.google.com/local/imagery/report/',
    googleMapsUri: `https://www.google.com/maps/place//data=${id}`,
  }));
