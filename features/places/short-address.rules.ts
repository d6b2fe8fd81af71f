import { currentAddress } from '#common/regions.ts';

/**
 * Shortens the name of the province and writes the names of today, so that the road fits into a narrow line. This function is in a separate file,
 * because the other rules of addresses import the Korean matcher.
 * @example shortAddress('서울특별시 중구 명동9길 12') // '서울 중구 명동9길 12'
 * @example shortAddress('전라남도 여수시 돌산로 3') // '전남광주 여수시 돌산로 3'
 */
export const shortAddress = (address: string): string =>
  currentAddress(address)
    .replace(
      /^(?:(..|전남광주)(?:통합특별|특별|광역|특별자치)시|(경기|강원|전북|제주)(?:특별자치)?도)(?= )/,
      '$1$2',
    )
    .replace(/^([충전경])[청라상]([남북])도(?= )/, '$1$2');

/**
 * Returns the neighbourhood in the brackets of the address; '' if there is none.
 * @example neighbourhoodInBrackets('서울특별시 성동구 새뜰로 39-9 (성수동2가, 봄빌딩)') // '성수동2가'
 */
export const neighbourhoodInBrackets = (address: string): string =>
  /\(([가-힣0-9]+(?:동|가|리|읍|면|로))[,)]/.exec(address)?.[1] ?? '';

/**
 * Returns the neighbourhood and the road, because the places of a list differ in these parts. A part that is unknown is
 * ''. If the neighbourhood is unknown, the road is the whole address.
 * @example neighbourhoodAndRoad({ address: '서울특별시 성동구 새뜰로 39-9 (성수동2가)', neighbourhood: '성수동2가' })
 * // ['성수동2가', '새뜰로 39-9']
 */
export function neighbourhoodAndRoad({
  address,
  neighbourhood,
}: {
  address: string;
  /** '' if the neighbourhood is unknown. */
  neighbourhood: string;
}): [neighbourhood: string, road: string] {
  if (neighbourhood === '') return ['', shortAddress(address)];
  const road = address
    .replace(/^(?:\S+(?:시|도|군|구|읍|면) )+/, '')
    .replace(/ ?\([^)]*\)$/, '')
    .trim();
  // An address with a lot number already contains the neighbourhood before the number.
  return road === '' || road.startsWith(neighbourhood) ? [road || neighbourhood, ''] : [neighbourhood, road];
}

/** Returns the parts of `neighbourhoodAndRoad` as one text, such as '성수동2가 · 새뜰로 39-9'. */
export const neighbourhoodFirst = (place: { address: string; neighbourhood: string }): string =>
  neighbourhoodAndRoad(place).filter(Boolean).join(' · ');
