import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  namedPlacesOf,
  pictureCandidates,
  picturedPlaceOf,
  searchesForPictured,
} from './pictured-place.rules.ts';

type Written = [text: string, height?: number];
const lines = (...written: Written[]) =>
  written.map(([text, height = 20], at) => ({
    text,
    height,
    left: 0,
    top: at * 100,
    width: 300,
    confidence: 90,
  }));

const place = (
  name: string,
  address = '서울특별시 중구 명동9길 12',
  businessStatus: 'operational' | 'closed_permanently' = 'operational',
) => ({
  placeId: `${name} ${address}`,
  name,
  address,
  businessStatus,
});

describe('사진이 말하는 식당', () => {
  it('방송 자막에서는 가장 큰 글자가 이름이다', () => {
    const read = picturedPlaceOf(
      lines(['오늘은 외식', 32], ['마마리마켓', 72], ['서울 성동구 연무장18길 16 ㆍ02-465-6580', 30]),
    );
    expect(read.names[0]).toBe('마마리마켓');
    expect(read).toMatchObject({ address: '서울 성동구 연무장18길 16', phoneNumber: '02-465-6580' });
  });

  it('지도 앱의 단추와 별점은 이름이 아니다', () => {
    const { names } = picturedPlaceOf(
      lines(
        ['고료리켄 일식', 46],
        ['4.0 ㆍ 방문자 리뷰 230 ㆍ 블로그 리뷰 65'],
        ['출발 도착 저장 공유'],
        ['소식'],
        ['영업 중 ㆍ 21:00에 라스트오더'],
        ['주차, 포장, 단체 이용 가능, 예약'],
      ),
    );
    expect(names).toEqual(['고료리켄 일식']);
  });

  it('[네이버지도] 다음 줄이 이름이다', () => {
    const { names } = picturedPlaceOf(
      lines(
        ['우리 모임 7', 28],
        ['여기 어때?', 27],
        ['[네이버지도]'],
        ['나비물결카페'],
        ['서울 중구 하늬로 41-1'],
      ),
    );
    expect(names[0]).toBe('나비물결카페');
  });

  it.each([
    ['서울 용산구회 나 무 로 41길 4 끊 02-6272-5678', '서울 용산구 회나무로41길 4'],
    ['서울 강남구 압 구 정 로80길 19-1 2층', '서울 강남구 압구정로80길 19-1'],
    ['ㅇ 서울 강남구 선 릉 로158길 11', '서울 강남구 선릉로158길 11'],
    ['서울 용산구 한 남 대로27가 길 15 2층', '서울 용산구 한남대로27가길 15'],
    ['경기 성남시 분당 구 판교로 1', '경기 성남시 분당구 판교로 1'],
    ['서울 강남구 신사동 630-12 유일빌딩', '서울 강남구 신사동 630-12'],
  ])('빈칸이 잘못 들어간 주소를 읽는다: %s', (text, address) => {
    expect(picturedPlaceOf(lines([text])).address).toBe(address);
  });

  it.each(['하루 50그릇 한정', '30년 전통의 손맛', '대표 메뉴 2만 3천 원', '점심 특선 15,000원'])(
    '주소가 아닌 글: %s',
    (text) => expect(picturedPlaceOf(lines([text])).address).toBe(''),
  );

  it('주소와 이름으로, 다음에는 주소만, 그다음에는 이름만 찾는다', () => {
    expect(
      searchesForPictured({
        names: ['가겐', '오늘은 외식'],
        address: '서울 강남구 압구정로80길 19-1',
        phoneNumber: '',
      }),
    ).toEqual(['가겐 강남구 압구정로80길 19-1', '압구정로80길 19-1', '가겐', '오늘은 외식']);
  });

  it('어떤 글자든 오래 걸리거나 멈추지 않는다', () => {
    const text = fc.string({ unit: fc.constantFrom(...'서울강남구로길동1 -,.가나[]#'), maxLength: 3000 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (written) => {
        const { names } = picturedPlaceOf(lines(...written.map((each): Written => [each])));
        expect(names.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 300 },
    );
  });
});

describe('후보', () => {
  const pictured = (names: string[], address = '') => ({ names, address, phoneNumber: '' });
  const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);

  it('한 획을 잘못 읽어도 찾고, 닮지 않은 곳은 내놓지 않는다', () => {
    const found = [place('민지네 분식'), place('가겐'), place('가람')];
    expect(namesOf(pictureCandidates({ pictured: pictured(['가겓']), found }))[0]).toBe('가겐');
    expect(namesOf(pictureCandidates({ pictured: pictured(['가겓']), found }))).not.toContain('민지네 분식');
  });

  it('이름을 읽지 못해도 그 주소에 있는 곳을 내놓고, 문을 닫은 곳은 뒤에 둔다', () => {
    const there = '서울특별시 강남구 압구정로80길 19-1';
    const found = [place('옛날집', there, 'closed_permanently'), place('가겐', there), place('먼집')];
    expect(
      namesOf(pictureCandidates({ pictured: pictured(['켸켸'], '서울 강남구 압구정로80길 19-1'), found })),
    ).toEqual(['가겐', '옛날집']);
  });

  it('여러 이름이 적힌 캡처는 이름마다 한 곳씩 내놓고, 한 곳의 캡처나 주소가 있는 캡처는 아니다', () => {
    const found = [place('온달국수'), place('온달국수 2호점'), place('서리냉면옥'), place('해달골 국밥')];
    const several = (names: string[], address?: string) =>
      namesOf(namedPlacesOf({ pictured: pictured(names, address), found }));
    expect(several(['오늘의 성수 맛집', '서리냉면옥', '온달국수', '없는 집'])).toEqual([
      '서리냉면옥',
      '온달국수',
    ]);
    expect(several(['온달국수', '오늘은 외식'])).toEqual([]);
    expect(several(['온달국수', '서리냉면옥'], '서울 중구 명동9길 12')).toEqual([]);
  });

  it('한 줄에 적힌 이름도 하나씩 읽는다', () => {
    expect(picturedPlaceOf(lines(['온달국수, 서리냉면옥, 해달골 국밥', 40])).names).toEqual([
      '온달국수',
      '서리냉면옥',
      '해달골 국밥',
    ]);
  });

  it('셋까지 내놓는다', () => {
    const found = Array.from({ length: 9 }, (_, at) => place(`하동관 ${at}호점`));
    expect(pictureCandidates({ pictured: pictured(['하동관']), found })).toHaveLength(3);
  });
});
