/**
 * The provinces of Korea with the codes by which file.localdata.go.kr names their files, and the names that provinces
 * and districts had before. This file and districts.json are the only table of regions.
 *
 * As of November 2026. Sources: the list of the download page, read by three programs in 2026, and the list of codes of
 * the Ministry (data.go.kr, FILE_000000003594039). The neighbourhoods of the changed districts follow the laws that
 * established them (인천형 행정체제 개편, 2026-07-01; 화성시 2026-02-01; 부천시 2024-01-01).
 */
export const PROVINCES = [
  { code: '6110000', name: '서울특별시', shortName: '서울' },
  { code: '6260000', name: '부산광역시', shortName: '부산' },
  { code: '6270000', name: '대구광역시', shortName: '대구' },
  { code: '6280000', name: '인천광역시', shortName: '인천' },
  { code: '6130000', name: '전남광주통합특별시', shortName: '전남광주' },
  { code: '6300000', name: '대전광역시', shortName: '대전' },
  { code: '6310000', name: '울산광역시', shortName: '울산' },
  { code: '5690000', name: '세종특별자치시', shortName: '세종' },
  { code: '6410000', name: '경기도', shortName: '경기' },
  { code: '6530000', name: '강원특별자치도', shortName: '강원' },
  { code: '6430000', name: '충청북도', shortName: '충북' },
  { code: '6440000', name: '충청남도', shortName: '충남' },
  { code: '6540000', name: '전북특별자치도', shortName: '전북' },
  { code: '6470000', name: '경상북도', shortName: '경북' },
  { code: '6480000', name: '경상남도', shortName: '경남' },
  { code: '6500000', name: '제주특별자치도', shortName: '제주' },
] as const;

export type ProvinceCode = (typeof PROVINCES)[number]['code'];
type ProvinceName = (typeof PROVINCES)[number]['name'];

type ProvinceChange = {
  since: string;
  former: string;
  formerShortName: string;
  current: ProvinceName;
  /** The districts that the change concerns. Without it, the change concerns all districts that no other line names. */
  districts?: readonly string[];
  /** Whether the former province still exists, with its other districts. */
  isPart?: true;
};

const PROVINCE_CHANGES: readonly ProvinceChange[] = [
  {
    since: '2026-07-01',
    former: '광주광역시',
    formerShortName: '광주',
    current: '전남광주통합특별시',
    districts: ['동구', '서구', '남구', '북구', '광산구'],
  },
  { since: '2026-07-01', former: '전라남도', formerShortName: '전남', current: '전남광주통합특별시' },
  { since: '2024-01-18', former: '전라북도', formerShortName: '전북', current: '전북특별자치도' },
  {
    since: '2023-07-01',
    former: '경상북도',
    formerShortName: '경북',
    current: '대구광역시',
    districts: ['군위군'],
    isPart: true,
  },
  { since: '2023-06-11', former: '강원도', formerShortName: '강원', current: '강원특별자치도' },
  { since: '2006-07-01', former: '제주도', formerShortName: '제주', current: '제주특별자치도' },
];

type DistrictChange = {
  since: string;
  province: ProvinceName;
  former: string;
  current: string;
  /** 동, 읍 and 면. Without it, the change concerns all that no other line with the same district names. */
  neighbourhoods?: string;
};

const DISTRICT_CHANGES: readonly DistrictChange[] = [
  {
    since: '2026-07-01',
    province: '인천광역시',
    former: '중구',
    current: '영종구',
    neighbourhoods: '중산동 운남동 운서동 운북동 을왕동 남북동 덕교동 무의동',
  },
  { since: '2026-07-01', province: '인천광역시', former: '중구', current: '제물포구' },
  {
    since: '2026-07-01',
    province: '인천광역시',
    former: '동구',
    current: '제물포구',
    neighbourhoods: '만석동 화수동 화평동 송현동 창영동 금곡동 송림동',
  },
  {
    since: '2026-07-01',
    province: '인천광역시',
    former: '서구',
    current: '검단구',
    neighbourhoods: '마전동 금곡동 오류동 왕길동 당하동 원당동 대곡동 불로동',
  },
  { since: '2026-07-01', province: '인천광역시', former: '서구', current: '서해구' },
  { since: '2018-07-01', province: '인천광역시', former: '남구', current: '미추홀구' },
  {
    since: '2026-02-01',
    province: '경기도',
    former: '화성시',
    current: '화성시 동탄구',
    neighbourhoods: '반송동 석우동 능동 청계동 영천동 오산동 목동 산척동 송동 신동 장지동 중동 방교동 금곡동',
  },
  {
    since: '2026-02-01',
    province: '경기도',
    former: '화성시',
    current: '화성시 병점구',
    neighbourhoods: '진안동 병점동 반월동 기산동 반정동 황계동 배양동 기안동 안녕동 송산동',
  },
  {
    since: '2026-02-01',
    province: '경기도',
    former: '화성시',
    current: '화성시 효행구',
    neighbourhoods: '봉담읍 매송면 비봉면 정남면',
  },
  {
    since: '2026-02-01',
    province: '경기도',
    former: '화성시',
    current: '화성시 만세구',
    neighbourhoods: '향남읍 남양읍 우정읍 마도면 송산면 서신면 팔탄면 장안면 양감면 새솔동',
  },
  {
    since: '2024-01-01',
    province: '경기도',
    former: '부천시',
    current: '부천시 원미구',
    neighbourhoods: '심곡동 원미동 춘의동 도당동 약대동 소사동 역곡동 중동 상동',
  },
  {
    since: '2024-01-01',
    province: '경기도',
    former: '부천시',
    current: '부천시 소사구',
    neighbourhoods: '심곡본동 소사본동 범박동 괴안동 송내동 옥길동 계수동',
  },
  {
    since: '2024-01-01',
    province: '경기도',
    former: '부천시',
    current: '부천시 오정구',
    neighbourhoods: '오정동 원종동 고강동 작동 여월동 삼정동 내동 대장동',
  },
];

/** The names that are no longer in use. */
export const FORMER_REGION_NAMES = {
  provinces: PROVINCE_CHANGES.flatMap(({ former, formerShortName }) => [former, formerShortName]),
  districts: DISTRICT_CHANGES.map(({ former }) => former),
};

/** Returns the province that a full, short or former name means; undefined if there is none. */
export function provinceNamed(name: string): (typeof PROVINCES)[number] | undefined {
  const word = name.trim();
  const current = PROVINCES.find((each) => each.name === word || each.shortName === word);
  const change = PROVINCE_CHANGES.find(
    (each) => !each.isPart && (each.former === word || each.formerShortName === word),
  );
  return current ?? PROVINCES.find((each) => each.name === change?.current);
}

/**
 * Returns the provinces that a list names, without repetitions. `all` names every province.
 * @example provincesIn('서울, 경기')
 * @returns the first unknown name if there is one
 */
export function provincesIn(list: string): readonly ProvinceCode[] | { unknown: string } {
  if (list.trim() === 'all') return PROVINCES.map(({ code }) => code);
  const names = list.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.find((name) => provinceNamed(name) === undefined);
  if (unknown !== undefined) return { unknown };
  return [...new Set(names.flatMap((name) => provinceNamed(name)?.code ?? []))];
}

/** Returns the province to which a district belonged before; null if the province has not changed. */
export function formerProvinceOf({
  province,
  district,
}: {
  province: string;
  district: string;
}): { name: string; shortName: string } | null {
  const changes = PROVINCE_CHANGES.filter(({ current }) => current === province);
  const change =
    changes.find(({ districts }) => districts?.includes(district)) ??
    changes.find(({ districts }) => districts === undefined);
  return change ? { name: change.former, shortName: change.formerShortName } : null;
}

/** Provinces with changed districts, and the names of changed provinces, as people write them. */
const CHANGED_PROVINCES = new Map<string, ProvinceName>([
  ['인천', '인천광역시'],
  ['인천시', '인천광역시'],
  ['인천광역시', '인천광역시'],
  ['경기', '경기도'],
  ['경기도', '경기도'],
  ['대구', '대구광역시'],
  ['대구광역시', '대구광역시'],
  ['전남광주', '전남광주통합특별시'],
]);
for (const { former, formerShortName, current, isPart } of PROVINCE_CHANGES) {
  CHANGED_PROVINCES.set(current, current);
  if (!isPart) CHANGED_PROVINCES.set(former, current).set(formerShortName, current);
}

type ReadRegion = {
  /** The province and the district at the start of the address, as they are written. */
  written: { province: string; district: string };
  /** The names of today. There are several districts if they depend on a neighbourhood that is unknown. */
  current: { province: ProvinceName; districts: readonly string[] };
  /** The names from before; empty if they have not changed. */
  former: { provinces: readonly string[]; districts: readonly string[] };
};

/** Reads the regions of an address; null if neither its province nor a district of its province has changed. */
function readRegion(address: string, allWords: readonly string[]): ReadRegion | null {
  const [province = '', first = '', second = ''] = address.split(' ', 3);
  const moved = PROVINCE_CHANGES.find(
    ({ former, isPart, districts }) => isPart && former === province && districts?.includes(first),
  );
  const current = moved?.current ?? CHANGED_PROVINCES.get(province);
  if (current === undefined) return null;
  const formerProvince = first === '' ? null : formerProvinceOf({ province: current, district: first });
  // 광주 alone may also be 광주시 in 경기도.
  if (province === '광주' && formerProvince?.shortName !== '광주') return null;
  const names = second.endsWith('구') && first.endsWith('시') ? [`${first} ${second}`, first] : [first];
  const here = DISTRICT_CHANGES.filter((change) => change.province === current);
  const district =
    names.find((name) => here.some((change) => [change.former, change.current].includes(name))) ?? first;
  const of = (name: 'former' | 'current') =>
    inNeighbourhood(
      here.filter((change) => change[name] === district),
      allWords,
    );
  return {
    written: { province, district },
    current: { province: current, districts: of('former').map((change) => change.current) },
    former: {
      provinces: formerProvince ? [formerProvince.name] : [],
      districts: of('current').map((change) => change.former),
    },
  };
}

/** Returns the changes that concern the neighbourhood among the words; all changes if the words name none. */
function inNeighbourhood(
  changes: readonly DistrictChange[],
  words: readonly string[],
): readonly DistrictChange[] {
  const listed = changes.filter(({ neighbourhoods }) =>
    neighbourhoods?.split(' ').some((each) => words.includes(each)),
  );
  if (listed.length > 0) return listed;
  const others = changes.filter(({ neighbourhoods }) => neighbourhoods === undefined);
  const isKnown = words.some((word) => /^[가-힣]+(?:\d*동|[읍면리]|\d가)$/.test(word));
  return isKnown && others.length > 0 ? others : changes;
}

const wordsOf = (text: string): string[] => text.split(/[\s(),]+/);

/**
 * Returns the words by which the regions of a place are also known: the names of today of a former region, and the
 * names from before of a region that has changed. The addresses are of one place.
 * @example otherRegionNames(['인천광역시 서해구 가정로 9 (가정동)']) // ['서구']
 * @example otherRegionNames(['전라남도 담양군 담양읍 죽향로 9']) // ['전남광주통합특별시']
 */
export function otherRegionNames(addresses: readonly string[]): string[] {
  const names = new Set<string>();
  for (const address of addresses) {
    if (!HAS_CHANGED.test(address)) continue;
    const words = wordsOf(addresses.join(' '));
    const region = readRegion(address, words);
    if (region === null) continue;
    const { current, former } = region;
    for (const name of [current.province, ...current.districts, ...former.provinces, ...former.districts])
      for (const word of wordsOf(name)) if (!words.includes(word)) names.add(word);
  }
  return [...names];
}

/**
 * Returns the province and district that an address has today. There are several districts if they depend on the
 * neighbourhood and the address names none. Returns null if neither has changed.
 */
export function currentRegion(
  address: string,
): { province: ProvinceName; districts: readonly string[] } | null {
  const region = HAS_CHANGED.test(address) ? readRegion(address, wordsOf(address)) : null;
  return region?.current ?? null;
}

/** A quick test, because an import reads millions of addresses. */
const HAS_CHANGED = /^(?:전|광주|인천|경기|경상북|대구|강원|제주)/;

/**
 * Returns the address with the names that its province and district have today. If the district depends on the
 * neighbourhood and the address names none, it stays as it is.
 * @example currentAddress('전라남도 여수시 돌산로 3') // '전남광주통합특별시 여수시 돌산로 3'
 * @example currentAddress('인천광역시 서구 가정로 9 (가정동)') // '인천광역시 서해구 가정로 9 (가정동)'
 */
export function currentAddress(address: string): string {
  const region = HAS_CHANGED.test(address) ? readRegion(address, wordsOf(address)) : null;
  if (region === null) return address;
  const { written, current } = region;
  const { name, shortName } = PROVINCES.find((each) => each.name === current.province) ?? {};
  const isInUse = [name, shortName, `${shortName}시`].includes(written.province);
  const province = isInUse ? written.province : current.province;
  const [district = written.district] = current.districts.length === 1 ? current.districts : [];
  const rest = address.slice(`${written.province} ${written.district}`.length);
  return `${province} ${district}`.trim() + rest;
}
