import proj4 from 'proj4';
import type { Reply } from '../faults.ts';
import type { SandboxPlace } from '../maps/places.ts';
import type { ListRequest } from '../http.ts';

type Folder = {
  title: string;
  places: readonly SandboxPlace[];
  /** The form of the coordinates. Both forms occur in recorded answers of the service. */
  coordinates: 'degrees' | 'wcongnamul';
};

const PAGE = 500;

/** KakaoMap refuses requests without a Referer, sends 500 favourites per page, and masks the owner's nickname. */
export const kakaoFolder =
  (folders: Record<string, Folder>) =>
  ({ url: { pathname, searchParams }, headers }: ListRequest): Reply => {
    if (!headers.referer?.startsWith('https://map.kakao.com/')) return { status: 403, body: {} };
    if (pathname === '/folder/info') {
      const id = searchParams.get('folderId') ?? '';
      const folder = folders[id];
      return {
        status: 200,
        body: {
          folders: folder
            ? [
                {
                  folder_id: Number(id),
                  title: folder.title,
                  nickname: '카**',
                  favorite_cnt: folder.places.length + 1,
                },
              ]
            : [],
        },
      };
    }
    const folder = folders[searchParams.get('folderid') ?? ''];
    if (pathname !== '/favorite/list' || !folder) return { status: 200, body: { favorites: [] } };
    const from = Number(searchParams.get('next_id') ?? 0);
    const favorites = [ADDRESS, ...folder.places.map((place) => favoriteOf(place, folder.coordinates))];
    const next = from + PAGE;
    return {
      status: 200,
      body: {
        favorites: favorites.slice(from, next),
        ...(next < favorites.length && { next_id: next }),
      },
    };
  };

/**
 * Converts degrees to WTM (EPSG:5181), which Kakao documents. WCONGNAMUL coordinates are WTM coordinates multiplied by
 * 2.5.
 */
const toWtm = proj4('+proj=tmerc +lat_0=38 +lon_0=127 +k=1 +x_0=200000 +y_0=500000 +ellps=GRS80').forward;

function favoriteOf({ id, name, address, lat, lng }: SandboxPlace, coordinates: Folder['coordinates']) {
  const [x = 0, y = 0] = toWtm([lng, lat]);
  return {
    type: 'PLACE',
    key: String(20_000_000 + id),
    display1: name,
    display2: address,
    memo: '',
    item_updated_at: '2026-08-01 12:00:00',
    ...(coordinates === 'degrees' ? { lat, lon: lng } : { x: Math.round(x * 2.5), y: Math.round(y * 2.5) }),
  };
}

const ADDRESS = {
  type: 'ADDRESS',
  key: '',
  display1: '서울 중구 을지로 1',
  display2: '서울 중구 을지로 1',
  memo: '',
  item_updated_at: '2026-08-01 12:00:00',
};
