/**
 * Guesses the category from the kind in the licence register (업태구분명) and the words of the name. The register calls
 * three of four restaurants 한식, for example restaurants for noodles and restaurants for soup. Therefore a dish in the
 * name takes precedence over a vague kind such as 한식. Returns null if neither the kind nor the name identifies a category.
 */
export function guessCategory({ name, kind }: { name: string; kind: string | null }): string | null {
  const byKind = KINDS.find(([kinds]) => kind !== null && kinds.test(kind))?.[1] ?? null;
  if (byKind !== null && !VAGUE.has(byKind)) return byKind;
  const byName = NAME_WORDS.find(([words]) => words.test(name))?.[1] ?? null;
  return byName ?? (byKind === 'other' ? null : byKind);
}

/** The categories of vague kinds. A dish in the name takes precedence over these categories. */
const VAGUE = new Set(['korean', 'bunsik', 'other', 'western']);

/** Kinds of the licence register, with their categories. */
const KINDS: [RegExp, string][] = [
  [/식육|숯불/, 'grill'],
  [/횟집|복어|수산/, 'seafood'],
  [/냉면/, 'noodles'],
  [/탕류/, 'soup'],
  [/김밥|분식/, 'bunsik'],
  [/중국|중식/, 'chinese'],
  [/일식/, 'japanese'],
  [/통닭\(치킨\)|패스트푸드|^치킨|피자|버거/, 'fast-food'],
  [/호프|소주|정종|대포|감성주점|^주점|술집|라이브카페|바$/, 'bar'],
  [/까페|카페|다방|커피|키즈|전통찻집|아이스크림|디저트/, 'cafe'],
  [/제과|베이커리|빵/, 'bakery'],
  [/외국음식|아시안|베트남|태국|인도/, 'asian'],
  [/경양식|양식|패밀리|뷔페/, 'western'],
  [/한식/, 'korean'],
  [/기타|이동조리|출장|도시락/, 'other'],
];

/**
 * Words in names, with their categories. The first entry that matches applies, so the most specific words come first.
 */
const NAME_WORDS: [RegExp, string][] = [
  [/베이커리|제과|빵집|브레드|식빵|도넛|bakery/i, 'bakery'],
  [/카페|까페|커피|다방|찻집|디저트|빙수|젤라또|로스터|cafe|coffee/i, 'cafe'],
  [/치킨|통닭|버거|피자|토스트|burger|pizza|chicken/i, 'fast-food'],
  [/쌀국수|베트남|태국|인도|커리|케밥|분짜|팟타이|나시/, 'asian'],
  [/짜장|짬뽕|반점|마라|양꼬치|훠궈|딤섬|중화|중국/, 'chinese'],
  [/초밥|스시|라멘|우동|돈까스|돈카츠|이자카야|오마카세|텐동|소바|규동|사케/, 'japanese'],
  [/호프|포차|주막|맥주|소주|막걸리|비어|펍|와인|칵테일|노가리|pub\b|beer|wine/i, 'bar'],
  [/파스타|스테이크|이탈리|레스토랑|비스트로|브런치|리스토란테|trattoria|bistro/i, 'western'],
  [/국밥|해장국|설렁탕|곰탕|감자탕|순대국|추어탕|삼계탕|갈비탕|육개장|매운탕|백숙|탕(?:집|국|$)/, 'soup'],
  [/칼국수|국수|냉면|막국수|수제비|면옥|밀면|쫄면|소면/, 'noodles'],
  [
    /횟집|회센터|물회|조개|대게|낙지|쭈꾸미|주꾸미|장어|아구|아귀|해물|수산|생선|굴|게장|꼬막|복집|활어/,
    'seafood',
  ],
  [/갈비|삼겹|한우|고기|정육|숯불|곱창|막창|족발|보쌈|불고기|구이|육회|바베큐|오리|화로/, 'grill'],
  [/분식|떡볶이|김밥|순대|튀김|만두/, 'bunsik'],
  [/한식|식당|밥상|백반|한정식|쌈밥|비빔밥|두부|보리밥|가정식|밥집|찌개|회관/, 'korean'],
];
