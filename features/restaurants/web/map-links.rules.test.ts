import { describe, expect, test } from 'vitest';
import { mapLinks, naverAppLink, reservationLinks, routeLinks } from './map-links.rules.ts';

const place = {
  name: '노을목 칼국수',
  address: '서울 마포구 느티동 버들로 14',
  coordinates: { lat: 37.5665, lng: 126.978 },
  isManual: false,
};
const pathOf = (link: string) => decodeURIComponent(new URL(link).pathname);

describe('다른 지도에서 열기', () => {
  test('세 지도 모두 https 주소로 연다', () => {
    for (const link of Object.values(mapLinks(place))) expect(new URL(link).protocol).toBe('https:');
  });

  test('네이버지도는 이름을 그 동네에서 찾는다', () => {
    expect(pathOf(mapLinks(place).naver)).toBe('/p/search/노을목 칼국수 서울 마포구');
  });

  test('카카오맵은 그 자리에 이름을 붙여 연다', () => {
    expect(pathOf(mapLinks(place).kakao)).toBe('/link/map/노을목 칼국수,37.5665,126.978');
  });

  test('이름에 쉼표가 있어도 카카오맵 링크의 칸은 셋이다', () => {
    const link = mapLinks({ ...place, name: '밥,국,전각，찬' }).kakao;
    expect(new URL(link).pathname.split('/').at(-1)?.split(',')).toHaveLength(3);
    expect(pathOf(link)).toBe('/link/map/밥 국 전각 찬,37.5665,126.978');
  });

  test('슬래시, 물음표, 퍼센트가 든 이름도 주소를 망가뜨리지 않는다', () => {
    const { naver, kakao } = mapLinks({ ...place, name: '1/2 면? 100%' });
    expect(new URL(naver).search).toBe('');
    expect(pathOf(naver)).toBe('/p/search/1/2 면? 100% 서울 마포구');
    expect(pathOf(kakao)).toBe('/link/map/1/2 면? 100%,37.5665,126.978');
  });

  test('구글지도는 이름과 주소로 찾는다', () => {
    const { searchParams } = new URL(mapLinks(place).google);
    expect(searchParams.get('api')).toBe('1');
    expect(searchParams.get('query')).toBe('노을목 칼국수 서울 마포구 느티동 버들로 14');
  });

  test('위치를 모르면 카카오맵도 찾기로 연다', () => {
    expect(pathOf(mapLinks({ ...place, coordinates: null }).kakao)).toBe(
      '/link/search/노을목 칼국수 서울 마포구',
    );
  });

  test('직접 적은 곳은 지도가 이름을 모르니 주소와 위치로 연다', () => {
    const links = mapLinks({ ...place, isManual: true });
    expect(pathOf(links.naver)).toBe('/p/search/서울 마포구 느티동 버들로 14');
    expect(new URL(links.google).searchParams.get('query')).toBe('37.5665,126.978');
  });

  test('주소를 모르는 곳은 이름만으로 찾는다', () => {
    expect(pathOf(mapLinks({ ...place, address: '' }).naver)).toBe('/p/search/노을목 칼국수');
  });
});

describe('길찾기', () => {
  test('세 지도 모두 https 주소로, 내 위치에서 그 집까지 가는 길을 연다', () => {
    const { naver, kakao, google } = routeLinks({ ...place, name: '밥, 국' });
    expect(naver).toBe(
      `https://map.naver.com/p/directions/-/126.978,37.5665,${encodeURIComponent('밥 국')}/-/transit`,
    );
    expect(kakao).toBe(`https://map.kakao.com/link/to/${encodeURIComponent('밥 국')},37.5665,126.978`);
    expect(google).toBe('https://www.google.com/maps/dir/?api=1&destination=37.5665%2C126.978');
  });

  test('위치를 모르면 구글만 길을 찾고, 다른 지도는 그 집을 연다', () => {
    const unknown = { ...place, coordinates: null };
    const { google, ...others } = routeLinks(unknown);
    expect(new URL(google).searchParams.get('destination')).toBe(
      '노을목 칼국수 서울 마포구 느티동 버들로 14',
    );
    expect(others).toEqual({ naver: mapLinks(unknown).naver, kakao: mapLinks(unknown).kakao });
  });

  test('예약은 이름으로 캐치테이블에서, 이름과 동네로 네이버에서 찾는다', () => {
    const { catchtable, naver } = reservationLinks({ ...place, name: '밥&국' });
    expect(new URL(catchtable).hostname).toBe('app.catchtable.co.kr');
    expect(new URL(catchtable).searchParams.get('keyword')).toBe('밥&국');
    expect(new URL(naver).searchParams.get('query')).toBe('밥&국 서울 마포구 예약');
  });
});

describe('네이버지도 앱', () => {
  const pageUrl = 'https://momokzi.example/app/restaurant/1';

  test('앱이 없으면 돌아갈 https 주소와 부르는 곳의 주소를 함께 준다', () => {
    const link = naverAppLink({ place: { ...place, name: '밥&국; 집' }, pageUrl }) ?? '';
    expect(link).toMatch(
      /^intent:\/\/place\?lat=37\.5665&lng=126\.978&name=[^&;]+&appname=[^&;]+#Intent;scheme=nmap;/,
    );
    expect(link).toContain(encodeURIComponent(pageUrl));
    const fallback = /S\.browser_fallback_url=([^;]+);end$/.exec(link)?.[1] ?? '';
    expect(decodeURIComponent(fallback)).toMatch(/^https:\/\/map\.naver\.com\/p\/search\//);
  });

  test('길찾기도 앱으로 열고, 앱이 없으면 웹의 길찾기로 간다', () => {
    const link = naverAppLink({ place, pageUrl, shows: 'route' }) ?? '';
    expect(link).toMatch(
      /^intent:\/\/route\/public\?dlat=37\.5665&dlng=126\.978&dname=[^&;]+&appname=[^&;]+#/,
    );
    const fallback = /S\.browser_fallback_url=([^;]+);end$/.exec(link)?.[1] ?? '';
    expect(decodeURIComponent(fallback)).toBe(routeLinks(place).naver);
  });

  test('앱이 받지 않는 자리나 모르는 자리는 맡기지 않는다', () => {
    expect(
      naverAppLink({ place: { ...place, coordinates: { lat: 21.3, lng: -157.8 } }, pageUrl }),
    ).toBeNull();
    expect(naverAppLink({ place: { ...place, coordinates: null }, pageUrl })).toBeNull();
  });
});
