import { describe, expect, test } from 'vitest';
import { listLinkIn, listLinkOf } from './list-links.rules.ts';

const ID = '0123456789abcdef0123456789abcdef';

describe('리스트 링크', () => {
  test.each([
    ['https://naver.me/5MvUGczc', 'naver', null],
    [`https://map.naver.com/p/favorite/myPlace/folder/${ID}?c=15`, 'naver', ID],
    [`https://pages.map.naver.com/save-pages/pc/detail-list/${ID}`, 'naver', ID],
    ['https://kko.to/abcDEF123', 'kakao', null],
    ['https://kko.kakao.com/abcDEF123', 'kakao', null],
    ['https://map.kakao.com/?target=other&folderid=12345', 'kakao', '12345'],
    ['https://applink.map.kakao.com/open?page=bookmark&folderId=12345', 'kakao', '12345'],
    ['https://maps.app.goo.gl/MMjvFNWpUTjiupHc9?g_st=ac', 'google', null],
    ['https://www.google.com/maps/placelists/list/PiSwyqmbpwpP_Nr5sAan', 'google', 'PiSwyqmbpwpP_Nr5sAan'],
    ['https://www.google.com/maps/@/data=!4m3!11m2!2sPiSwyqmbpwpP_Nr5!3e3', 'google', 'PiSwyqmbpwpP_Nr5'],
    ['https://www.google.com/maps/@37.5,127,12z/data=!4m2!11m1!2sPiSwyqmbpwpP', 'google', 'PiSwyqmbpwpP'],
  ])('%s', (link, service, listId) => {
    expect(listLinkOf(link)).toMatchObject({ service, listId });
  });

  test.each([
    ['http', 'http://naver.me/5MvUGczc'],
    ['다른 포트', 'https://naver.me:8443/5MvUGczc'],
    ['이름과 비밀번호', 'https://naver.me@127.0.0.1/5MvUGczc'],
    ['비밀번호가 있는 알려진 호스트', 'https://a:b@naver.me/5MvUGczc'],
    ['뒤에 붙은 호스트', 'https://naver.me.evil.example/5MvUGczc'],
    ['앞에 붙은 호스트', 'https://evilnaver.me/5MvUGczc'],
    ['점으로 끝나는 호스트', 'https://naver.me./5MvUGczc'],
    ['쿼리의 호스트', 'https://evil.example/?https://naver.me/5MvUGczc'],
    ['숫자 주소', 'https://2130706433/5MvUGczc'],
    ['비슷한 글자', 'https://nаver.me/5MvUGczc'],
    ['장소의 화면', 'https://map.naver.com/p/entry/place/1234567890'],
    ['Google의 장소', 'https://www.google.com/maps/place/x/data=!4m2!3m1!1s0x0:0x1!2sAAAAAAAAAA'],
    ['Google의 다른 화면', 'https://www.google.com/url?q=https://127.0.0.1/!2sPiSwyqmbpwpP'],
    ['너무 긴 링크', `https://naver.me/${'a'.repeat(3_000)}`],
    ['글', '성수 맛집'],
  ])('%s 링크는 요청하지 않는다', (_, link) => {
    expect(listLinkOf(link)).toBeNull();
  });

  test.each([
    ['[네이버지도]성수 맛집https://naver.me/GsbxList', 'https://naver.me/GsbxList'],
    ['[카카오맵] 을지로 노포 https://kko.to/abcDEF123 가보자', 'https://kko.to/abcDEF123'],
    ['https://evil.example/x https://naver.me/GsbxList가보자', 'https://naver.me/GsbxList'],
    ['https://evil.example/?https://naver.me/GsbxList', 'https://evil.example/?https://naver.me/GsbxList'],
    ['성수 맛집', '성수 맛집'],
  ])('앱이 함께 복사한 글에서 링크를 찾는다: %s', (text, link) => {
    expect(listLinkIn(text)).toBe(link);
  });
});
