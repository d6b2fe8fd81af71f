import { districts } from '#features/places/server/search/cells.ts';

/**
 * A generated place. The places resemble a national register. Their names are diverse (invented words, dishes, towns,
 * families, branches of invented chains, Latin letters, companies in brackets). Cities have many places and the
 * countryside has few. Most places are closed. The same seed generates the same places.
 */
export type GeneratedPlace = {
  name: string;
  province: string;
  district: string;
  dong: string;
  road: string;
  /** Number of the building. `lot` is the number of the lot. */
  number: number;
  lot: string;
  lat: number;
  lng: number;
  isClosed: boolean;
  kind: string;
};

export type Random = () => number;

/** Returns a generator of random numbers from 0 to 1 (1 excluded), Mulberry32. It is small, fast and deterministic. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param closedShare share of closed places, from 0 to 1. In the real register about two of three places are closed.
 */
export function* makePlaces({
  count,
  seed = 1,
  closedShare = 0.65,
  provinces,
}: {
  count: number;
  seed?: number;
  closedShare?: number;
  /** Full names of provinces. Default: all. */
  provinces?: readonly string[] | undefined;
}): Generator<GeneratedPlace> {
  const random = randomFrom(seed);
  const neighbourhoods = districts
    .filter(({ province }) => provinces === undefined || provinces.includes(province))
    .flatMap(neighbourhoodsOf);
  const pickNeighbourhood = weightedPick(neighbourhoods);
  const kinds = weightedPick(KINDS.map(([kind, weight]) => ({ kind, weight })));
  for (let n = 0; n < count; n++) {
    const at = pickNeighbourhood(random);
    yield {
      name: madeName(random, at),
      province: at.province,
      district: at.district,
      dong: at.dong,
      road: pick(random, at.roads),
      number: 1 + Math.floor(random() * 180),
      lot: `${1 + Math.floor(random() * 900)}-${1 + Math.floor(random() * 30)}`,
      lat: at.lat + gaussian(random) * at.spread,
      lng: at.lng + gaussian(random) * at.spread * 1.25,
      isClosed: random() < closedShare,
      kind: kinds(random).kind,
    };
  }
}

type Neighbourhood = {
  province: string;
  district: string;
  dong: string;
  roads: string[];
  lat: number;
  lng: number;
  /** Standard deviation of the positions of the neighbourhood's places, in degrees. */
  spread: number;
  weight: number;
};

/**
 * Returns fourteen neighbourhoods around the centre of a district. Neighbourhoods near the centre are closer together.
 */
function neighbourhoodsOf({ id, province, district, lat, lng }: (typeof districts)[number]): Neighbourhood[] {
  const random = randomFrom(id * 7919);
  const isCounty = district.endsWith('군');
  const isCity =
    district.endsWith('구') || (province !== '전남광주통합특별시' && /(특별|광역)시$/.test(province));
  const [reach, weight] = isCounty ? [0.07, 0.35] : isCity ? [0.012, 1.4] : [0.035, 1.3];
  return Array.from({ length: 14 }, (_, n) => {
    const stem = pick(random, DONG_STEMS);
    const dong = isCounty
      ? `${stem}${n === 0 ? '읍' : '면'}`
      : `${stem}동${random() < 0.3 ? `${1 + (n % 4)}가` : ''}`;
    return {
      province,
      district,
      dong,
      roads: Array.from(
        { length: 8 },
        (_, m) => `${m < 2 ? stem : pick(random, DONG_STEMS)}${pick(random, ROAD_ENDS)}`,
      ),
      lat: lat + gaussian(random) * reach,
      lng: lng + gaussian(random) * reach * 1.25,
      spread: reach / 3,
      weight: weight / (1 + n / 3),
    };
  });
}

function madeName(random: Random, { dong, district }: Neighbourhood): string {
  const town = random() < 0.7 ? pick(random, TOWNS) : dong.replace(/[동읍면0-9가]+$/, '');
  const dish = () => pickEarly(random, DISHES);
  const word = () => pick(random, OUTCOME_TEXTS) + (random() < 0.35 ? pick(random, OUTCOME_TEXTS) : '');
  const sounds = () =>
    Array.from({ length: random() < 0.6 ? 2 : 3 }, () => pickEarly(random, SYLLABLES)).join('');
  const branch = () =>
    `${random() < 0.5 ? dong.replace(/[0-9가]+$/, '') : pick(random, [...TOWNS, district.split(' ').at(-1) as string])}${pick(random, ['점', '점', '역점', '본점', '직영점', ` ${1 + Math.floor(random() * 9)}호점`])}`;
  const space = random() < 0.4 ? ' ' : '';
  const turn = random();
  if (turn < 0.2) return `${word()}${space}${dish()}`;
  if (turn < 0.34) return `${sounds()}${pickEarly(random, HOUSES)}`;
  if (turn < 0.46) return `${pick(random, FAMILIES)}${space}${dish()}`;
  if (turn < 0.56) return `${town}${pick(random, ['', '', '원조', '옛날'])}${space}${dish()}`;
  if (turn < 0.7) return `${pickEarly(random, CHAINS)}${space}${branch()}`;
  if (turn < 0.78) return `${sounds()}${space}${dish()}`;
  if (turn < 0.84) return `${word()}${pickEarly(random, HOUSES)}`;
  if (turn < 0.88) return sounds();
  if (turn < 0.92)
    return `${pick(random, LATIN)} ${pick(random, ['CAFE', 'COFFEE', 'BURGER', 'PUB', 'Kitchen', 'Table', '132', 'N'])}`;
  if (turn < 0.95)
    return `${1 + Math.floor(random() * 9)}${pick(random, ['대', '번가', '호', '월의', '리터'])} ${dish()}`;
  if (turn < 0.98) return `(주)${sounds()}${pick(random, ['푸드', '에프앤비', '외식', '유통'])} ${branch()}`;
  return `${word()}&${sounds()} (${dish()}전문점)`;
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
/**
 * Picks an item of the list. Early items are picked much more often than late items, because some words of a language
 * are much more frequent than others.
 */
const pickEarly = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(list.length * random() ** 2.2)] as T;

function weightedPick<T extends { weight: number }>(list: readonly T[]): (random: Random) => T {
  const sums: number[] = [];
  let sum = 0;
  for (const { weight } of list) sums.push((sum += weight));
  return (random) => {
    const wanted = random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) <= wanted) low = middle + 1;
      else high = middle;
    }
    return list[low] as T;
  };
}

/**
 * Returns an approximately normal random number with mean 0 and standard deviation 1: the scaled sum of four uniform
 * numbers.
 */
const gaussian = (random: Random) => (random() + random() + random() + random() - 2) * Math.sqrt(3);

const words = (text: string) => text.trim().split(/\s+/);

const KINDS: [string, number][] = [
  ['한식', 45],
  ['호프/통닭', 9],
  ['분식', 9],
  ['기타', 8],
  ['경양식', 6],
  ['중국식', 5],
  ['일식', 4],
  ['식육(숯불구이)', 4],
  ['통닭(치킨)', 3],
  ['정종/대포집/소주방', 3],
  ['횟집', 2],
  ['까페', 2],
  ['외국음식전문점(인도,태국등)', 1],
  ['김밥(도시락)', 1],
  ['패스트푸드', 1],
  ['탕류(보신용)', 1],
  ['냉면집', 0.7],
  ['뷔페식', 0.6],
  ['복어취급', 0.3],
  ['라이브카페', 0.2],
  ['이동조리', 0.1],
  ['', 2],
];

const DISHES =
  words(`국밥 칼국수 식당 갈비 치킨 김밥 분식 냉면 순대국 삼겹살 해장국 곱창 족발 보쌈 닭갈비 횟집 떡볶이 감자탕
  설렁탕 곰탕 돈까스 짜장면 호프 반점 막국수 콩나물국밥 추어탕 아구찜 닭발 순두부 오리 장어 한우 정육식당 회관 가든
  만두 우동 초밥 라멘 파스타 피자 버거 카페 커피 베이커리 쌀국수 마라탕 양꼬치 샤브샤브 부대찌개 김치찌개 생선구이
  물회 조개구이 게장 대게 낙지 쭈꾸미 매운탕 백숙 삼계탕 닭한마리 치맥 포차 이자카야 빵집 빙수 토스트 샌드위치 비빔밥
  쌈밥 보리밥 한정식 청국장 두부 묵밥 수제비 팥죽 죽 도시락 뷔페 바베큐 스테이크 꼬치 전집 막걸리 소주방 노가리 먹태`);
const HOUSES =
  words(`식당 가든 회관 정 관 집 반점 면옥 분식 숯불갈비 횟집 수산 치킨 호프 다방 카페 커피 객주 마당 뜰 골 촌
  하우스 키친 부엌 밥상 주막 포차 상회 방앗간 제과 베이커리 양곱창 정육점 옥 당 루 원 각`);
const FAMILIES =
  words(`할매 할머니 엄마손 김가네 이가네 박가네 최가네 정가네 이모네 고모네 삼촌 형제 자매 쌍둥이 큰집 작은집 외갓집
  처갓집 시골집 고향집 장모님 며느리 순이네 영자네 복순이 옥이네 털보 뚱이 꼬마 왕눈이 청년 총각 아저씨 도사 명인 장인`);
const TOWNS =
  words(`서울 부산 대구 인천 광주 대전 울산 전주 춘천 강릉 속초 안동 경주 포항 통영 여수 순천 목포 군산 제주 서귀포 담양
  나주 남원 공주 부여 논산 서산 태안 보령 청주 충주 제천 원주 평창 정선 영월 태백 삼척 동해 양양 고성 인제 홍천 횡성 가평
  양평 여주 이천 안성 평택 수원 성남 용인 의정부 동두천 포천 파주 강화 마포 을지로 명동 종로 신촌 홍대 강남 역삼 잠실 성수
  해운대 광안리 서면 남포동 동성로 수성못 송도 부평 충장로 상무 둔산 유성 삼산`);
const OUTCOME_TEXTS =
  words(`노을 달빛 별빛 햇살 바람 구름 소나기 무지개 새벽 아침 저녁 하늘 바다 강물 시내 언덕 들판 숲속 오솔길 골목 담장
  마루 처마 장독 가마솥 뚝배기 항아리 화로 불꽃 숯불 연탄 참나무 소나무 느티나무 은행나무 감나무 대추 밤골 매화 진달래
  개나리 목련 동백 해바라기 들국화 코스모스 민들레 봄날 여름밤 가을 겨울 첫눈 함박눈 서리 이슬 안개 파도 등대 포구 나루
  갯벌 섬마을 두루미 까치 제비 참새 부엉이 고래 거북이 토끼 호랑이 곰돌이 황소 송아지 강아지 고양이 여우 사슴 다람쥐 온달
  평강 춘향 심청 흥부 놀부 콩쥐 이몽룡 임꺽정 홍길동 선비 대감 사또 주모 나그네 보부상 장터 우물 물레 방아 도깨비 신선 용궁`);
const CHAINS =
  words(`온달국밥 별솥밥 참고을치킨 두레버거 마루떡볶이 솔마당족발 커피나룻터 꼬끼별 바른김가네 열두첩 하루카페 물결피자
  청솔면옥 불티곱창 다온분식 해랑초밥 달구지갈비 푸른솥 쌍둥이순대 모퉁이빵집 가람횟집 새참도시락 너른들한우 두손만두
  고을막창 은하수호프 빙그레국수 초록부엌 한울설렁탕 나래돈까스 북두칠성 오감양꼬치 가온마라탕 장독대쌈밥 꽃님이네
  바삭치킨공방 삼남매포차 소담죽 미리내커피 너나들이맥주`);
const LATIN =
  words(`Haru Nabi Bada Noeul Gureum Mori Sora Dal Byeol Namu Onda Roha Mano Luce Vento Terra Alba Nero Brisa Cielo
  BLUE GREEN OLIVE BEAR WHALE MOON CLOUD RIVER STONE MAPLE ROUTE LOCAL SLOW DEEP PLAIN`);
const DONG_STEMS =
  words(`중앙 신 구 역전 남산 북산 동산 서산 송정 석전 월계 대흥 상동 하단 용두 봉암 청룡 백석 송현 금곡 장안 산수 풍암
  문화 교 원평 도원 성내 명륜 화정 대명 범어 만촌 복현 신암 평화 남문 북문 서문 동문 학익 주안 관교 가정 연희 검암 당하
  방축 광석 옥산 강서 가경 복대 사창 율량 용암 금천 내덕 우암 탑 운천 신봉 봉명 송절 비하 석곡 수곡 모충 산남 분평 미평`);
const ROAD_ENDS = words('로 길 대로 1길 2길 3길 12길 24길 로5번길 로17번길 남길 북길');
const SYLLABLES =
  words(`가 나 다 라 마 바 사 아 자 하 고 노 도 로 모 보 소 오 조 호 구 누 두 루 무 부 수 우 주 후 기 니 디 리 미 비 시 이
  지 희 선 진 영 정 성 경 현 민 은 금 동 남 서 북 산 강 천 해 운 송 백 청 홍 명 광 대 한 원 장 안 평 화 풍 월 일 신 용 봉 학
  매 란 국 죽 솔 별 달 물 불 꽃 들 샘 골 터 담 온 누 랑 미 예 솜 단 빛 결 참 새 밀 콩 쌀 떡 꿀 쑥 깨 뽕 쌍 빵 뚜 꼬 까 끼`);
