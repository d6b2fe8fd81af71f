/** The short names of provinces that are not a prefix of the full name. */
const ALSO_CALLED: Record<string, string> = {
  충청북도: '충북',
  충청남도: '충남',
  전라북도: '전북',
  전라남도: '전남',
  경상북도: '경북',
  경상남도: '경남',
};

/**
 * Returns a word of an address and its other names. Returns an empty array if the word does not name a location, for
 * example if it is a number, a floor or a lot.
 * @example locationNames('경상북도') // ['경상북도', '경북']
 */
export function locationNames(word: string): string[] {
  const isLocation = /^[가-힣].*(시|도|군|구|읍|면|동|리|가|로|길)$/.test(word) && !/^(지하|지상)/.test(word);
  if (!isLocation) return [];
  const city = /^(..)(특별시|광역시|특별자치시)$/.exec(word);
  return [word, city && `${city[1]}시`, ALSO_CALLED[word]].filter((name) => typeof name === 'string');
}
