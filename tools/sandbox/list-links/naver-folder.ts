import type { Reply } from '../faults.ts';
import type { SandboxPlace } from '../maps/places.ts';
import type { ListRequest } from '../http.ts';

const PATH = /^\/save-pages\/api\/maps-bookmark\/v3\/shares\/([0-9a-f]{32})\/bookmarks$/;

/** Naver Map sends pages of at most 20 places, and masks the owner's nickname. */
export const naverFolder =
  (folders: Record<string, { name: string; places: readonly SandboxPlace[] }>) =>
  ({ url, headers }: ListRequest): Reply => {
    const folder = folders[PATH.exec(url.pathname)?.[1] ?? ''];
    if (!headers.referer?.startsWith('https://pages.map.naver.com/')) return { status: 403, body: {} };
    if (!folder) return { status: 404, body: { code: 'NOT_FOUND', message: 'share not found' } };
    const start = Number(url.searchParams.get('start') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 20);
    if (!(0 < limit && limit <= 20)) return { status: 400, body: { code: 'BAD_REQUEST' } };
    const entries = [...folder.places.map(bookmarkOf), BUS_STOP];
    return {
      status: 200,
      body: {
        folder: {
          folderId: 41,
          name: folder.name,
          nickName: '맛집**',
          bookmarkCount: entries.length,
          isDefaultFolder: false,
        },
        bookmarkList: entries.slice(start, start + limit),
      },
    };
  };

const bookmarkOf = ({ id, name, address, lat, lng }: SandboxPlace, at: number) => ({
  bookmarkId: 900_000 + id,
  sid: String(10_000_000 + id),
  name,
  displayName: name,
  px: lng,
  py: lat,
  address,
  memo: at === 0 ? '창가 자리' : null,
  mcid: 'DINING',
  mcidName: '음식점',
  cidPath: ['220036'],
  rcode: '09200115',
  type: 'place',
  available: at !== 1,
  creationTime: 1_760_000_000_000,
  lastUpdateTime: 1_760_000_000_000,
});

const BUS_STOP = {
  bookmarkId: 1,
  sid: '55',
  name: '성수역 정류장',
  displayName: '성수역 정류장',
  px: 127.05,
  py: 37.54,
  address: '서울 성동구',
  memo: null,
  type: 'busStop',
  available: true,
};
