import { z } from 'zod';
import { placeOf } from '#features/transfer/files/place-fields.ts';
import { pointOf } from '#features/transfer/files/written-values.ts';
import { answerOf, namesOf, type ReadList } from './shared-list.ts';

/**
 * Number of entries per page. A recorded version of the service refuses larger pages:
 * docs/decisions/0037-list-links.md.
 */
const PAGE = 20;
/** Maximum number of pages. A list has at most 1,000 places. */
const PAGES_MAXIMUM = 60;

const text = z.string().catch('');
const number = z.number().catch(Number.NaN);

const Bookmark = z.object({
  sid: z.coerce.string().catch(''),
  name: text,
  displayName: text,
  px: number,
  py: number,
  address: text,
  memo: text,
  type: z.string().catch('place'),
});
type Bookmark = z.infer<typeof Bookmark>;

/** The answer of the service also contains the owner's nickname, which is not read. */
const Bookmarks = z.object({
  folder: z.object({ name: text, bookmarkCount: z.int().nonnegative().catch(0) }),
  bookmarkList: z.array(Bookmark.nullable().catch(null)),
});

/** Reads a folder of Naver Map. */
export const readNaverList: ReadList = async (request, shareId) => {
  const bookmarks: (Bookmark | null)[] = [];
  for (let page = 0; ; page++) {
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
    const { folder, bookmarkList } = answerOf(answer, Bookmarks);
    bookmarks.push(...bookmarkList);
    if (bookmarkList.length === 0 || folder.bookmarkCount <= bookmarks.length || page + 1 === PAGES_MAXIMUM) {
      const read = bookmarks.map((each) => ({ each, place: each && placeOfBookmark(each) }));
      const places = read.flatMap(({ place }) => place ?? []);
      const others = read.flatMap(({ each, place }) =>
        each && !place ? [each.name || each.displayName] : [],
      );
      const leftOut = Math.max(folder.bookmarkCount, bookmarks.length) - places.length;
      return { name: folder.name, places, leftOut, leftOutNames: namesOf(others) };
    }
  }
};

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
