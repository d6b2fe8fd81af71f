/**
 * The provinces of Korea with the codes by which file.localdata.go.kr names their files.
 * As of July 2026: 전남광주통합특별시 replaced 광주광역시 and 전라남도. Sources: the list of the download page, read by three
 * programs in 2026, and the list of codes of the Ministry (data.go.kr, FILE_000000003594039).
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

/** Names of provinces before a change of name or a merger. */
const FORMER_NAMES: Record<string, ProvinceCode> = {
  광주: '6130000',
  광주광역시: '6130000',
  전남: '6130000',
  전라남도: '6130000',
  강원도: '6530000',
  전라북도: '6540000',
  제주도: '6500000',
};

/** Returns the province that a full, short or former name means; undefined if there is none. */
export function provinceNamed(name: string): (typeof PROVINCES)[number] | undefined {
  const word = name.trim();
  const code = FORMER_NAMES[word];
  return PROVINCES.find((each) => each.name === word || each.shortName === word || each.code === code);
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
