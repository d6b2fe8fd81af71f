import { stringify } from 'csv-stringify/browser/esm/sync';
import { toXml } from 'xast-util-to-xml';
import { x } from 'xastscript';
import { DAY_MS, dayIn, KOREA, startOfKoreanDay, writtenDay } from '#common/dates.ts';
import type { Coordinates } from '#common/geo.ts';
import type {
  MyRestaurant,
  RestaurantStatus,
  SourceKind,
} from '#features/restaurants/restaurants.contract.ts';
import type { ListFileFormat } from './export.contract.ts';
import { writtenTag } from './files/place-fields.ts';

/** The fields of a saved restaurant in a file. Times are in ISO 8601, in UTC. */
export type PlaceRecord = {
  name: string;
  address: string;
  neighbourhood: string;
  phoneNumber: string;
  /** The name of the category; '' if there is none. */
  category: string;
  /** The id of the category that the member chose; '' if the member chose none. */
  categoryId: string;
  status: RestaurantStatus;
  /** A rating from 0.5 to 5 in steps of 0.5; null if there is none. */
  rating: number | null;
  review: string;
  tags: string[];
  sourceKind: SourceKind | null;
  sourceMemo: string;
  savedAt: string;
  visitedAt: string | null;
  isShared: boolean;
  isAnonymous: boolean;
  placeId: string;
};
type Located = { record: PlaceRecord; at: Coordinates | null };

export type ListFile = {
  text: string;
  mediaType: string;
  /** Number of places that were left out. GPX cannot contain places without coordinates. */
  leftOut: number;
};

/** The headers of our CSV files. They are the same in every language, because the import reads them. */
export const CSV_HEADERS = {
  name: '이름',
  address: '주소',
  neighbourhood: '동',
  latitude: '위도',
  longitude: '경도',
  phoneNumber: '전화번호',
  category: '분류',
  categoryId: '분류 ID',
  status: '상태',
  rating: '평점',
  review: '리뷰',
  tags: '태그',
  sourceKind: '출처',
  sourceMemo: '출처 메모',
  savedAt: '등록일',
  visitedAt: '방문일',
  sharing: '공개',
  placeId: '장소 ID',
} as const;

/** The words for the source in CSV files. */
export const CSV_SOURCES: Record<SourceKind, string> = {
  tv: 'TV',
  magazine: '잡지',
  person: '지인',
  own: '직접',
};

/** The words for the sharing of the review in CSV files. */
export const CSV_SHARING = { public: '공개', anonymous: '익명 공개', private: '비공개' } as const;

/**
 * Writes places to a file. CSV files are UTF-8 with a byte order mark and CRLF, because Korean Excel needs both. If
 * Excel would run a cell as a formula, an apostrophe is written before the text of the cell (OWASP, CSV injection).
 * @param title the name of the list, used by KML and GPX
 */
export function writeListFile({
  format,
  restaurants,
  categoryName,
  title,
}: {
  format: ListFileFormat;
  restaurants: readonly MyRestaurant[];
  categoryName: (categoryId: string | null) => string;
  title: string;
}): ListFile {
  const places = restaurants.map((restaurant) => ({
    record: recordOf(restaurant, categoryName),
    at: restaurant.coordinates,
  }));
  return WRITERS[format]({ places, title });
}

const WRITERS: Record<ListFileFormat, (list: { places: Located[]; title: string }) => ListFile> = {
  csv: ({ places }) => ({
    text: stringify(places.map(csvRow), {
      header: true,
      columns: Object.entries(CSV_HEADERS).map(([key, header]) => ({ key, header })),
      bom: true,
      record_delimiter: 'windows',
      // With `record_delimiter`, csv-stringify quotes line breaks only if this option is set too. Without the quotes, a
      // review of two lines would become two rows.
      quote_record_delimiter: true,
      escape_formulas: true,
    }),
    mediaType: 'text/csv; charset=utf-8',
    leftOut: 0,
  }),
  geojson: ({ places }) => ({
    text: JSON.stringify(
      {
        type: 'FeatureCollection',
        generator: 'momokzi',
        features: places.map(({ record, at }) => ({
          type: 'Feature',
          geometry: at && { type: 'Point', coordinates: [at.lng, at.lat] },
          properties: record,
        })),
      },
      null,
      1,
    ),
    mediaType: 'application/geo+json',
    leftOut: 0,
  }),
  kml: ({ places, title }) => ({
    text: xmlFile(
      x('kml', { xmlns: 'http://www.opengis.net/kml/2.2' }, [
        x('Document', [x('name', printable(title)), ...places.map(placemark)]),
      ]),
    ),
    mediaType: 'application/vnd.google-earth.kml+xml',
    leftOut: 0,
  }),
  gpx: ({ places, title }) => {
    const located = places.flatMap(({ record, at }) => (at ? [{ record, at }] : []));
    return {
      text: xmlFile(
        x('gpx', GPX, [
          x('metadata', [x('name', printable(title))]),
          ...located.map(({ record, at }) =>
            x('wpt', { lat: String(at.lat), lon: String(at.lng) }, [
              x('time', record.savedAt),
              x('name', printable(record.name)),
              x('desc', printable(describe(record))),
              x('type', printable(record.category)),
              x(
                'extensions',
                dataOf(record).map(([key, value]) => x(`momokzi:${key}`, value)),
              ),
            ]),
          ),
        ]),
      ),
      mediaType: 'application/gpx+xml',
      leftOut: places.length - located.length,
    };
  },
};

/** Converts a saved restaurant to the record that is written to files. */
export function recordOf(
  restaurant: MyRestaurant,
  categoryName: (categoryId: string | null) => string,
): PlaceRecord {
  return {
    name: restaurant.name,
    address: restaurant.address,
    neighbourhood: restaurant.neighbourhood,
    phoneNumber: restaurant.phoneNumber ?? '',
    category: categoryName(restaurant.categoryId),
    categoryId: restaurant.userCategoryOverrideId ?? '',
    status: restaurant.status,
    rating: restaurant.rating,
    review: restaurant.review,
    tags: restaurant.customTags,
    sourceKind: restaurant.sourceKind,
    sourceMemo: restaurant.sourceMemo,
    savedAt: new Date(restaurant.linkedAt).toISOString(),
    visitedAt: restaurant.visitedAt === null ? null : new Date(restaurant.visitedAt).toISOString(),
    isShared: restaurant.isShared,
    isAnonymous: restaurant.isAnonymous,
    placeId: restaurant.id,
  };
}

const csvRow = ({ record, at }: Located): Record<keyof typeof CSV_HEADERS, string> => ({
  name: record.name,
  address: record.address,
  neighbourhood: record.neighbourhood,
  latitude: String(at?.lat ?? ''),
  longitude: String(at?.lng ?? ''),
  phoneNumber: record.phoneNumber,
  category: record.category,
  categoryId: record.categoryId,
  status: record.status,
  rating: String(record.rating ?? ''),
  review: record.review,
  tags: tagText(record.tags),
  sourceKind: record.sourceKind ? CSV_SOURCES[record.sourceKind] : '',
  sourceMemo: record.sourceMemo,
  savedAt: koreanTime(record.savedAt),
  visitedAt: record.visitedAt ? koreanTime(record.visitedAt) : '',
  sharing: CSV_SHARING[sharingOf(record)],
  placeId: record.placeId,
});

function sharingOf({ isShared, isAnonymous }: Pick<PlaceRecord, 'isShared' | 'isAnonymous'>) {
  if (!isShared) return 'private';
  return isAnonymous ? 'anonymous' : 'public';
}

/** Writes tags in one text. */
const tagText = (tags: readonly string[]): string => tags.map(writtenTag).join(', ');

/**
 * Returns a time in the time zone of Korea, in the form `2026-11-23 18:40:05`. A day that was entered without a time is
 * stored as midnight in UTC, and is written as `2026-11-23`.
 */
function koreanTime(time: string): string {
  const at = Date.parse(time);
  const day = writtenDay(dayIn(KOREA, at));
  if (at % DAY_MS === 0) return day;
  const clock = new Date(at - startOfKoreanDay(at)).toISOString().slice(11, 19);
  return `${day} ${clock}`;
}

const GPX = {
  version: '1.1',
  creator: 'momokzi',
  xmlns: 'http://www.topografix.com/GPX/1/1',
  'xmlns:momokzi': 'urn:momokzi:place',
};

/** Returns all fields that have a value. The import reads these fields when the file is imported again. */
const dataOf = (record: PlaceRecord): [string, string][] =>
  Object.entries(record).flatMap(([key, value]) =>
    value === null || value === ''
      ? []
      : [[key, printable(Array.isArray(value) ? tagText(value) : String(value))]],
  );

function placemark({ record, at }: Located) {
  const data = dataOf(record).map(([key, value]) => x('Data', { name: key }, [x('value', value)]));
  return x('Placemark', [
    x('name', printable(record.name)),
    x('address', printable(record.address)),
    ...(record.phoneNumber ? [x('phoneNumber', printable(record.phoneNumber))] : []),
    x('description', printable(describe(record))),
    x('ExtendedData', data),
    ...(at ? [x('Point', [x('coordinates', `${at.lng},${at.lat}`)])] : []),
  ]);
}

/**
 * Returns the description that other apps show below the name. It has one line each for the address, the status with
 * the rating, the tags, the source and the review.
 */
function describe({ address, status, rating, tags, sourceMemo, review }: PlaceRecord): string {
  const lines = [
    address,
    rating === null ? status : `${status} · ${rating}`,
    tags.map((tag) => `#${tag}`).join(' '),
    sourceMemo,
    review,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const xmlFile = (root: ReturnType<typeof x>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(root)}\n`;

/** Removes the characters that XML 1.0 cannot contain: most control characters and halves of surrogate pairs. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
