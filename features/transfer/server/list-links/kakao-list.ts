import type { Converter } from 'proj4';
import { z } from 'zod';
import type { Coordinates } from '#common/geo.ts';
import { placeOf } from '#features/transfer/files/place-fields.ts';
import { pointOf } from '#features/transfer/files/written-values.ts';
import { listLinksProblems } from '#features/transfer/list-links.contract.ts';
import { problem } from '#server/http/problem.ts';
import { numberOrNull, textOrEmpty } from '../outside-values.ts';
import { answerOf, namesOf, type ReadList } from './shared-list.ts';

/** Maximum number of pages; a page has 500 entries. */
const PAGES_MAXIMUM = 10;

const text = z.string().catch('');

const Favorite = z.object({
  type: text,
  key: textOrEmpty,
  /** The name; of an entry without a place, the address. */
  display1: text,
  /** The address. */
  display2: text,
  memo: text,
  lat: numberOrNull,
  lon: numberOrNull,
  x: numberOrNull,
  y: numberOrNull,
});
type Favorite = z.infer<typeof Favorite>;

const Favorites = z.object({
  favorites: z.array(Favorite.nullable().catch(null)),
  /** The id with which the next page is requested. The value is 0 or absent on the last page. */
  next_id: numberOrNull,
});

/** The answer of the service also contains the owner's nickname, which is not read. */
const Folders = z.object({ folders: z.array(z.object({ title: text })) });

/** Reads a folder of favourites of KakaoMap. */
export const readKakaoList: ReadList = async (request, folderId) => {
  // The service refuses requests without a Referer.
  const headers = {
    accept: 'application/json',
    referer: `https://map.kakao.com/?target=other&folderid=${folderId}`,
  };
  // The two endpoints spell the parameter differently.
  const info = await request(new URL(`https://map.kakao.com/folder/info?folderId=${folderId}`), headers);
  const [folder] = answerOf(info, Folders).folders;
  if (!folder) throw problem(listLinksProblems, 'transfer.list_not_found');

  const favorites: (Favorite | null)[] = [];
  const pagesRead = new Set<number>();
  let nextId = 0;
  // The loop also ends if the service refers to a page that was read before.
  while (pagesRead.size < PAGES_MAXIMUM && !pagesRead.has(nextId)) {
    pagesRead.add(nextId);
    const url = new URL(`https://map.kakao.com/favorite/list?folderid=${folderId}`);
    if (nextId !== 0) url.searchParams.set('next_id', String(nextId));
    const page = answerOf(await request(url, headers), Favorites);
    if (page.favorites.length === 0) break;
    favorites.push(...page.favorites);
    // 0 is the first page. A page without a next page leads there, which ends the loop.
    nextId = page.next_id ?? 0;
  }
  const { default: proj4 } = await import('proj4');
  const toWgs84 = proj4(WTM, 'EPSG:4326');
  const read = favorites.map((each) => ({ each, place: each && placeOfFavorite(each, toWgs84) }));
  const places = read.flatMap(({ place }) => place ?? []);
  const others = read.flatMap(({ each, place }) => (each && !place ? [each.display1] : []));
  const leftOut = favorites.length - places.length;
  return { name: folder.title, places, leftOut, leftOutNames: namesOf(others) };
};

function placeOfFavorite({ type, key, display1, display2, memo, ...at }: Favorite, toWgs84: Converter) {
  if (type !== 'PLACE') return null;
  return placeOf(
    {
      fields: {
        name: display1,
        address: display2,
        note: memo,
        link: /^\d+$/.test(key) ? `https://place.map.kakao.com/${key}` : '',
      },
    },
    coordinatesOf(at, toWgs84),
  );
}

/**
 * Returns the coordinates of an entry in WGS 84. A response contains degrees, or Kakao's own coordinates (WCONGNAMUL).
 */
function coordinatesOf(
  { lat, lon, x, y }: Pick<Favorite, 'lat' | 'lon' | 'x' | 'y'>,
  toWgs84: Converter,
): Coordinates | null {
  if (lat !== null && lon !== null) return pointOf({ lat, lng: lon });
  if (x === null || y === null) return null;
  const [lng, latitude] = toWgs84.forward([x / WCONGNAMUL_PER_METRE, y / WCONGNAMUL_PER_METRE]);
  return pointOf({ lat: latitude, lng });
}

/** Kakao's WTM is EPSG:5181. WCONGNAMUL is WTM in units of 40 cm. */
const WTM = '+proj=tmerc +lat_0=38 +lon_0=127 +k=1 +x_0=200000 +y_0=500000 +ellps=GRS80 +units=m';
const WCONGNAMUL_PER_METRE = 2.5;
