import { describe, expect, test } from 'vitest';
import { readGoogleList } from './google-list.ts';
import { readKakaoList } from './kakao-list.ts';
import type { ListRequest } from './list-client.ts';
import { readNaverList } from './naver-list.ts';

/*
 * The answers in these tests are shortened and written by hand in the formats that public programs recorded. They do
 * not come from the sandbox.
 */

/** Returns the given answers in turn, and records the URL and the Referer of each request. */
function recorded(...answers: { status?: number; text: string }[]) {
  const asked: { url: string; referer: string | undefined }[] = [];
  const request: ListRequest = async (url, headers) => {
    const answer = answers[asked.length];
    asked.push({ url: url.href, referer: headers?.referer });
    return { status: answer?.status ?? 200, location: null, text: answer?.text ?? '' };
  };
  return { request, asked };
}
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    ({ code }: { code: string }) => code,
  );

const SHARE = '0123456789abcdef0123456789abcdef';
const naverPage = (bookmarks: string, count: number) =>
  `{"folder":{"folderId":7,"name":"성수 데이트","nickName":"김**","bookmarkCount":${count}},"bookmarkList":[${bookmarks}]}`;
const NAVER_PLACE = `{"bookmarkId":1,"sid":"1234567890","name":"하동관 명동본점","displayName":"하동관","px":126.9851,"py":37.5646,"address":"서울 중구 명동9길 12","memo":"점심에만","mcid":"DINING","mcidName":"음식점","cidPath":["220036"],"rcode":"09140104","type":"place","available":true,"creationTime":1700000000000,"lastUpdateTime":1700000000000}`;
const NAVER_STOP = `{"bookmarkId":2,"sid":"99","name":"명동성당 정류장","px":126.98,"py":37.56,"type":"busStop","available":true}`;

describe('네이버지도', () => {
  test('장소의 이름, 주소, 좌표, 메모와 링크를 읽고 별명은 읽지 않는다', async () => {
    const { request, asked } = recorded({ text: naverPage(`${NAVER_PLACE},${NAVER_STOP},null`, 3) });
    const list = await readNaverList(request, SHARE);
    expect(list).toMatchObject({ name: '성수 데이트', leftOut: 2, leftOutNames: ['명동성당 정류장'] });
    expect(list.places).toEqual([
      expect.objectContaining({
        name: '하동관 명동본점',
        address: '서울 중구 명동9길 12',
        coordinates: { lat: 37.5646, lng: 126.9851 },
        note: '점심에만',
        link: 'https://map.naver.com/p/entry/place/1234567890',
      }),
    ]);
    expect(JSON.stringify(list)).not.toContain('김**');
    expect(asked).toEqual([
      {
        url: `https://pages.map.naver.com/save-pages/api/maps-bookmark/v3/shares/${SHARE}/bookmarks?start=0&limit=20&sort=lastUseTime&createIdNo=false`,
        referer: `https://pages.map.naver.com/save-pages/pc/detail-list/${SHARE}`,
      },
    ]);
  });

  test('다음 쪽을 이어서 읽고, 약속한 수보다 적으면 남은 수를 알린다', async () => {
    const { request, asked } = recorded(
      { text: naverPage(NAVER_PLACE, 30) },
      { text: naverPage(NAVER_PLACE.replaceAll('하동관', '우래옥'), 30) },
      { text: naverPage('', 30) },
    );
    const list = await readNaverList(request, SHARE);
    expect(list.places.map(({ name }) => name)).toEqual(['하동관 명동본점', '우래옥 명동본점']);
    expect(list.leftOut).toBe(28);
    expect(asked.map(({ url }) => new URL(url).searchParams.get('start'))).toEqual(['0', '20', '40']);
  });

  test.each([
    ['지운 리스트', { status: 404, text: '{}' }, 'transfer.list_not_found'],
    ['로그인 화면', { text: '<!doctype html><title>로그인</title>' }, 'transfer.list_unreadable'],
    ['다른 형식', { text: '{"data":{"items":[]}}' }, 'transfer.list_unreadable'],
    ['차단', { status: 429, text: '' }, 'transfer.list_unavailable'],
    ['장애', { status: 503, text: '' }, 'transfer.list_unavailable'],
  ])('%s', async (_, answer, code) => {
    expect(await codeOf(readNaverList(recorded(answer).request, SHARE))).toBe(code);
  });
});

const KAKAO_INFO = {
  text: '{"status":{"code":"SUCCESS"},"folders":[{"folder_id":55,"title":"을지로","nickname":"홍**","favorite_cnt":3}]}',
};

describe('카카오맵', () => {
  test('두 가지 좌표를 모두 읽고, 주소만 저장한 것은 뺀다', async () => {
    const { request, asked } = recorded(KAKAO_INFO, {
      text: `{"favorites":[
        {"type":"PLACE","key":"8057021","display1":"오장동흥남집","display2":"서울 중구 마른내로 114","memo":"회냉면","lat":37.5647,"lon":127.0021},
        {"type":"PLACE","key":null,"display1":"이름뿐인 집","display2":null,"lat":null,"lon":null,"x":null,"y":null},
        {"type":"PLACE","key":8057022,"lat":null,"lon":null,"display1":"카카오 본사","display2":"제주 제주시 첨단로 242","x":401776,"y":-10972},
        {"type":"ADDRESS","key":"","display1":"서울 중구 을지로 1","display2":"","x":497000,"y":1130000}]}`,
    });
    const list = await readKakaoList(request, '55');
    expect(list).toMatchObject({ name: '을지로', leftOut: 1, leftOutNames: ['서울 중구 을지로 1'] });
    expect(list.places[0]).toMatchObject({
      name: '오장동흥남집',
      address: '서울 중구 마른내로 114',
      note: '회냉면',
      coordinates: { lat: 37.5647, lng: 127.0021 },
      link: 'https://place.map.kakao.com/8057021',
    });
    expect(list.places[1]).toMatchObject({ name: '이름뿐인 집', address: '', link: '', coordinates: null });
    // Kakao's documentation converts WTM 160710.377, -4388.879 to this point; WCONGNAMUL is 2.5 times WTM.
    expect(list.places[2]?.coordinates?.lat).toBeCloseTo(33.4533577, 5);
    expect(list.places[2]?.coordinates?.lng).toBeCloseTo(126.5774068, 5);
    expect(asked.map(({ url }) => url)).toEqual([
      'https://map.kakao.com/folder/info?folderId=55',
      'https://map.kakao.com/favorite/list?folderid=55',
    ]);
    for (const { referer } of asked) expect(referer).toMatch(/^https:\/\/map\.kakao\.com\//);
  });

  test('다음 쪽을 이어서 읽고, 같은 쪽이 되풀이되면 멈춘다', async () => {
    const page = (name: string, next: number) => ({
      text: `{"favorites":[{"type":"PLACE","key":"1","display1":"${name}","display2":"서울 중구 을지로 1"}],"next_id":${next}}`,
    });
    const { request, asked } = recorded(KAKAO_INFO, page('하나', 900), page('둘', 900));
    expect((await readKakaoList(request, '55')).places.map(({ name }) => name)).toEqual(['하나', '둘']);
    expect(asked.at(-1)?.url).toBe('https://map.kakao.com/favorite/list?folderid=55&next_id=900');
  });

  test.each([
    ['지운 폴더', [{ text: '{"folders":[]}' }], 'transfer.list_not_found'],
    ['Referer를 거절한 답', [{ status: 403, text: '' }], 'transfer.list_unreadable'],
    ['다른 형식', [KAKAO_INFO, { text: '{"result":[]}' }], 'transfer.list_unreadable'],
  ])('%s', async (_, answers, code) => {
    expect(await codeOf(readKakaoList(recorded(...answers).request, '55'))).toBe(code);
  });
});

describe('Google 지도', () => {
  const answer = (list: string) => ({ text: `)]}'\n[${list}]` });

  test('이름 없는 배열에서 목록과 장소를 읽는다', async () => {
    const { request, asked } = recorded(
      answer(
        `[["PiSwyqmbpwpP"],2,null,["Kim","https://x/a.png","1"],"서울 여행","설명",null,null,[` +
          `[null,[null,null,"광장시장, 서울 종로구 창경궁로 88",null,"서울 종로구 창경궁로 88",[null,null,37.5701,126.9996],["-7","9"],"/g/1"],"광장시장","빈대떡"],` +
          `[null,[null,null,"이름만",null,"",[null,null,37.5,127],null,null],"이름만",""],` +
          `[null,null,null,null]],null,null,null,700]`,
      ),
    );
    const list = await readGoogleList(request, 'PiSwyqmbpwpP');
    expect(list).toMatchObject({ name: '서울 여행', leftOut: 698, leftOutNames: [] });
    expect(list.places).toMatchObject([
      {
        name: '광장시장',
        address: '서울 종로구 창경궁로 88',
        note: '빈대떡',
        coordinates: { lat: 37.5701, lng: 126.9996 },
      },
      { name: '이름만', address: '', coordinates: { lat: 37.5, lng: 127 } },
    ]);
    expect(new URL(asked[0]?.url ?? '').searchParams.get('pb')).toBe(
      '!1m1!1sPiSwyqmbpwpP!2e2!3e2!4i500!16b1',
    );
  });

  test.each([
    ['지운 목록', { status: 404, text: '' }, 'transfer.list_not_found'],
    ['없는 번호', { status: 400, text: '' }, 'transfer.list_not_found'],
    [
      '동의 화면',
      { text: '<!doctype html>\n<title>Before you continue</title>' },
      'transfer.list_unreadable',
    ],
    ['다른 형식', answer('{"name":"서울"}'), 'transfer.list_unreadable'],
    ['이름이 없는 목록', answer('[1,2]'), 'transfer.list_unreadable'],
  ])('%s', async (_, given, code) => {
    expect(await codeOf(readGoogleList(recorded(given).request, 'PiSwyqmbpwpP'))).toBe(code);
  });
});
