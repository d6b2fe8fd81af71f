/**
 * Shortens the province, so that a narrow line has room for the road. Separate from the other rules of addresses, which
 * import the Korean matcher.
 * @example shortAddress('서울특별시 중구 명동9길 12') // '서울 중구 명동9길 12'
 * @example shortAddress('전라남도 여수시 돌산로 3') // '전남 여수시 돌산로 3'
 */
export const shortAddress = (address: string): string =>
  address
    .replace(/^(?:(..)(?:특별|광역|특별자치)시|(경기|강원|전북|제주)(?:특별자치)?도)(?= )/, '$1$2')
    .replace(/^([충전경])[청라상]([남북])도(?= )/, '$1$2');
