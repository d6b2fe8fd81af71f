/**
 * A typed word and its role. `kind`: the word names a kind of food or place (파스타, 카페, 고깃집). `weightless`: the word
 * applies to almost any place (맛집, 근처). `name`: any other word. Only the index of places can decide whether a name
 * belongs to a place or to a region.
 */
export type QueryWord =
  | { text: string; role: 'name' }
  | { text: string; role: 'kind'; kind: FoodKind }
  | { text: string; role: 'weightless' };

/** A kind of food. Places of these categories match, and places whose name contains one of the words. */
export type FoodKind = { categoryIds: readonly string[]; words: readonly string[] };

/**
 * Determines the role of each word. A weightless ending is removed from a word: 성수맛집 → 성수.
 * @param words the words, without spaces and punctuation
 */
export const readQueryWords = (words: readonly string[]): QueryWord[] => words.map(readWord);

function readWord(word: string): QueryWord {
  const text = withoutWeightlessEnd(word);
  if (WEIGHTLESS.has(text)) return { text, role: 'weightless' };
  const kind = KINDS.get(text);
  return kind ? { text, role: 'kind', kind } : { text, role: 'name' };
}

const WEIGHTLESS = new Set(
  `맛집 맛집추천 추천 추천맛집 근처 근처맛집 주변 인근 부근 근방 식당 음식점 밥집 가게 집 곳 먹거리 먹을곳 먹을만한곳
  맛있는 맛있는집 유명 유명한 유명맛집 인기 핫플 핫플레이스 가볼만한곳 가볼만한 본점 직영점 지점 점 로컬 현지인 찐맛집 존맛
  줄서는 웨이팅 예약 메뉴 가격 영업시간 후기 리뷰 위치 전화번호`
    .split(/\s+/)
    .filter(Boolean),
);

const WEIGHTLESS_END = /(?<=..)(?:근처|주변)?(?:찐?맛집|추천|근처|주변|인근)+$/u;

const withoutWeightlessEnd = (word: string) => word.replace(WEIGHTLESS_END, '');

/** Inserts a space before a weightless word at the end of a word: 성수맛집 → 성수 맛집. */
export const separateWeightlessEnd = (word: string): string =>
  WEIGHTLESS.has(word) ? word : word.replace(WEIGHTLESS_END, ' $&');

/** Each line contains words that members type, a colon, and the ids of the categories that the words mean. */
const KIND_LINES = `
한식 한정식 한식당 백반 가정식 집밥 쌈밥 비빔밥 보리밥 두부 순두부 청국장 김치찌개 된장찌개 부대찌개 찌개 : korean
고기 고깃집 고기집 구이 삼겹살 돼지갈비 소갈비 갈비 한우 소고기 곱창 막창 대창 양대창 육회 불고기 숯불구이 숯불갈비 족발 보쌈 닭갈비 오리 양갈비 : grill
해산물 회 횟집 회집 생선회 물회 조개구이 대게 킹크랩 게장 간장게장 낙지 쭈꾸미 주꾸미 장어 아구찜 아귀찜 해물찜 굴 꼬막 생선구이 복어 : seafood
면 국수 국숫집 칼국수 냉면 평양냉면 함흥냉면 막국수 밀면 콩국수 잔치국수 수제비 쫄면 : noodles
국밥 탕 순대국 순댓국 돼지국밥 해장국 설렁탕 곰탕 갈비탕 감자탕 추어탕 삼계탕 육개장 뼈해장국 콩나물국밥 매운탕 : soup
분식 분식집 떡볶이 김밥 순대 튀김 라볶이 만두 : bunsik
중식 중국집 중국음식 중화요리 중식당 짜장면 자장면 짬뽕 탕수육 마라탕 마라샹궈 훠궈 양꼬치 딤섬 : chinese
일식 일식집 일본음식 초밥 스시 회전초밥 오마카세 라멘 라면 우동 소바 돈까스 돈카츠 돈가스 텐동 규동 규카츠 이자카야 야키토리 사케 : japanese
이자카야 야키토리 오뎅바 : japanese bar
양식 양식당 레스토랑 파스타 스파게티 이탈리안 이탈리아 이태리 프렌치 프랑스 스테이크 브런치 비스트로 컨템포러리 다이닝 파인다이닝 리조또 뇨끼 지중해 스페인 퓨전 : western
아시안 아시아음식 쌀국수 베트남 베트남음식 태국 태국음식 타이 인도 인도음식 커리 카레 분짜 팟타이 케밥 멕시칸 타코 : asian
치킨 치킨집 통닭 닭강정 버거 햄버거 수제버거 피자 피자집 패스트푸드 토스트 샌드위치 : fast-food
카페 까페 커피 커피숍 커피전문점 디저트 케이크 빙수 찻집 다방 전통찻집 로스터리 아이스크림 젤라또 마카롱 : cafe
베이커리 빵집 빵 제과점 제과 도넛 식빵 크루아상 베이글 소금빵 : bakery
술집 바 주점 호프 호프집 포차 포장마차 맥주 맥주집 수제맥주 소주 막걸리 와인 와인바 칵테일 칵테일바 위스키 위스키바 펍 전통주 술안주 안주 : bar
뷔페 부페 도시락 : western other
`;

/** For a typed word, the words in names that mean the same. */
const SAME_WORDS: Record<string, readonly string[]> = {
  파스타: ['파스타', '스파게티', '트라토리아', '오스테리아', '이탈리'],
  이탈리안: ['이탈리', '파스타', '트라토리아', '오스테리아', '피체리아'],
  프렌치: ['프렌치', '비스트로', '레스토랑'],
  스시: ['스시', '초밥'],
  초밥: ['초밥', '스시'],
  순댓국: ['순댓국', '순대국'],
  순대국: ['순대국', '순댓국'],
  짜장면: ['짜장', '자장'],
  자장면: ['자장', '짜장'],
  돈까스: ['돈까스', '돈카츠', '돈가스'],
  돈카츠: ['돈카츠', '돈까스', '돈가스'],
  돈가스: ['돈가스', '돈까스', '돈카츠'],
  카페: ['카페', '까페', 'cafe', '커피', 'coffee'],
  커피: ['커피', 'coffee', '카페', 'cafe'],
  고깃집: ['고기', '갈비', '삼겹', '한우', '정육'],
  고기집: ['고기', '갈비', '삼겹', '한우', '정육'],
  횟집: ['횟집', '회집', '수산', '활어'],
  빵집: ['빵', '베이커리', '제과', 'bakery'],
  베이커리: ['베이커리', 'bakery', '빵', '제과'],
  술집: ['술', '포차', '호프', '주점', '맥주'],
  이자카야: ['이자카야', '사케', '꼬치'],
  햄버거: ['버거', 'burger'],
  버거: ['버거', 'burger'],
  치킨: ['치킨', '통닭', 'chicken'],
  피자: ['피자', 'pizza'],
  중국집: ['반점', '짜장', '짬뽕', '중화'],
  쌀국수: ['쌀국수', '포'],
  마라탕: ['마라'],
};

const KINDS: ReadonlyMap<string, FoodKind> = new Map(
  KIND_LINES.trim()
    .split('\n')
    .flatMap((line) => {
      const [words = '', categories = ''] = line.split(' : ');
      const categoryIds = categories.trim().split(' ');
      return words
        .trim()
        .split(' ')
        .map((word): [string, FoodKind] => [word, { categoryIds, words: SAME_WORDS[word] ?? [word] }]);
    }),
);

export const KIND_WORDS: readonly string[] = [...KINDS.keys()];
