import { z } from 'zod';
import type { FilePlace } from '#features/transfer/files/file-place.ts';
import { placeOf } from '#features/transfer/files/place-fields.ts';
import { pointOf } from '#features/transfer/files/written-values.ts';
import type { ListRequest } from './list-client.ts';
import { answerOf, namesOf, type ReadList } from './shared-list.ts';
import { numberOrNull, textOrEmpty } from '../outside-values.ts';

/**
 * Number of entries per page. A recorded version of the service refuses larger pages:
 * docs/decisions/0037-list-links.md.
 */
const PAGE = 20;
/** Maximum number of pages. A list has at most 1,000 places. */
const PAGES_MAXIMUM = 60;

const text = z.string().catch('');

const Bookmark = z.object({
  sid: textOrEmpty,
  name: text,
  displayName: text,
  px: numberOrNull,
  py: numberOrNull,
  address: text,
  memo: text,
  type: z.string().catch('place'),
});
type Bookmark = z.infer<typeof Bookmark>;

const UNREADABLE: Bookmark = {
  sid: '',
  name: '',
  displayName: '',
  px: null,
  py: null,
  address: '',
  memo: '',
  type: 'unreadable',
};

const Folder = z.object({ name: text, bookmarkCount: z.int().nonnegative().catch(0) });
type Folder = z.infer<typeof Folder>;

/** The answer of the service also contains the owner's nickname, which is not read. */
const BookmarksPage = z.object({ folder: Folder, bookmarkList: z.array(Bookmark.catch(UNREADABLE)) });

/** Reads a folder of Naver Map. */
export const readNaverList: ReadList = async (request, shareId) => {
  const { folder, bookmarks } = await requestBookmarks(request, shareId);
  const places: FilePlace[] = [];
  const leftOutNames: string[] = [];
  for (const bookmark of bookmarks) {
    const place = placeOfBookmark(bookmark);
    if (place) places.push(place);
    else leftOutNames.push(bookmark.name || bookmark.displayName);
  }
  const leftOut = Math.max(folder.bookmarkCount, bookmarks.length) - places.length;
  return { name: folder.name, places, leftOut, leftOutNames: namesOf(leftOutNames) };
};

/** Requests all pages of a folder. An entry that cannot be read is `UNREADABLE`. */
async function requestBookmarks(
  request: ListRequest,
  shareId: string,
): Promise<{ folder: Folder; bookmarks: Bookmark[] }> {
  const bookmarks: Bookmark[] = [];
  for (let page = 0; ; page++) {
    const { folder, bookmarkList } = await requestPage({ request, shareId, page });
    bookmarks.push(...bookmarkList);
    const isComplete = bookmarkList.length === 0 || folder.bookmarkCount <= bookmarks.length;
    if (isComplete || page + 1 === PAGES_MAXIMUM) return { folder, bookmarks };
  }
}

async function requestPage({
  request,
  shareId,
  page,
}: {
  request: ListRequest;
  shareId: string;
  page: number;
}): Promise<z.infer<typeof BookmarksPage>> {
  const url = new URL(
    `https://pages.map.naver.com/save-pages/api/maps-bookmark/v3/shares/${shareId}/bookmarks`,
  );
  url.search = String(
    new URLSearchParams({
      start: String(page * PAGE),
      limit: String(PAGE),
      sort: 'lastUseTime',
      createIdNo: 'false',
    }),
  );
  const answer = await request(url, {
    accept: 'application/json',
    referer: `https://pages.map.naver.com/save-pages/pc/detail-list/${shareId}`,
  });
  return answerOf(answer, BookmarksPage);
}

/** Returns null if the bookmark is not a place, or cannot be read. */
function placeOfBookmark({ sid, name, displayName, px, py, address, memo, type }: Bookmark) {
  if (type !== 'place') return null;
  return placeOf(
    {
      fields: {
        name: name || displayName,
        address,
        note: memo,
        link: /^\d+$/.test(sid) ? `https://map.naver.com/p/entry/place/${sid}` : '',
      },
    },
    pointOf({ lat: py, lng: px }),
  );
}
