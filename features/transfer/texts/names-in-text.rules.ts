import { isRegionName } from './regions.rules.ts';

/*
 * Decides which texts are names of restaurants. A text that is not clearly a name is listed as not understood, because
 * a wrong place is worse than a line that the member looks up.
 */

export const NAME_MAXIMUM = 60;

/** The kind of a list marker. The places of one list have the same kind; its notes often have another kind. */
export type Marker = 'number' | 'bullet' | 'box' | 'pin';

const MARKERS: readonly (readonly [Marker, RegExp])[] = [
  ['box', /^(?:[-*•] ?)?(?:\[[ xXvV✓]?\]|[☐☑☒□■✅✔✓]) ?/],
  [
    'number',
    /^(?:\(\d{1,3}\)|\d{1,3}(?:[.)](?!\d)|위 )|\d{1,2} ?[-–—] (?=\S)|[①-⑳❶-❿➀-➓]|\d\u20e3|🔟)\.? ?/u,
  ],
  ['pin', /^(?:[📍📌🏠🏡🏢🗺🚩]\s?)+/u],
  [
    'bullet',
    /^(?:\*(?!\*)|[-–—•·▶▷►▪◆◇○●★☆♥♡※>]|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*) ?/u,
  ],
];

/** Takes the list markers off a line: `1. 📍온달국수` is 온달국수. The first marker is the kind of the line. */
export function withoutMarkers(line: string): { marker: Marker | null; text: string } {
  let text = line.trim();
  let marker: Marker | null = null;
  for (let round = 0; round < 3; round++) {
    const found = MARKERS.find(([kind, pattern]) => kind !== marker && pattern.test(text));
    if (!found) break;
    const rest = text.replace(found[1], '').trim();
    if (rest === '') break;
    // A pin says more than a bullet in front of it.
    marker = marker === null || (marker === 'bullet' && found[0] === 'pin') ? found[0] : marker;
    text = rest;
  }
  return { marker, text };
}

const QUOTED =
  /^(?:\*\*(.+)\*\*|__(.+)__|"(.+)"|'(.+)'|“(.+)”|‘(.+)’|「(.+)」|『(.+)』|《(.+)》|【(.+)】|<(.+)>|\[([^[\]]+)\]|\(([^()]+)\))$/;
const PRICE =
  /\s*[(,]?\s*(?:[\d,.]{1,9}\s?(?:천|만)?\s?원|\d{1,3}(?:\.\d)?\s?만\s?원?|₩\s?[\d,]{3,9})(?:대|부터|~|\))*$/;
const EDGE = /^[\s:：,/|·ㆍ\-–—=~→⇒]{1,10}|[\s:：,/|·ㆍ\-–—=~→⇒([※★☆■□●○◆◇▶◀♥♡]{1,10}$/gu;
/** The time of a chapter of a video: 03:12 온달국수. */
export const CHAPTER = /^(?:\d{1,2}:)?\d{1,2}:\d{2}\s+/;
const RATING = /\s*[★⭐]\s?\d(?:\.\d{1,2})?(?:\s?\([\d,]+\))?$/u;
/** A kind of food behind a name: 온달국수 (분식). */
const IN_LAST_BRACKETS = /^(.{1,60}?) \(([^()]{2,4})\)$/;
/** How to get there, before a name: 종각역 4번 출구 온달국수. */
const EXIT = /^[가-힣]{1,8}역 ?\d{1,2}번 ?출구(?: ?(?:앞|옆|근처|인근|쪽))?[\s,]+(?=\S)/;
/** The account of a restaurant behind its name: 온달국수 @ondal.official. */
const HANDLE = /\s@[A-Za-z0-9._]{2,30}$/;
const TRAILING_PICTURE = /(?:\s*\p{Extended_Pictographic}){1,10}$/u;

/** Returns the name in a text without markers, prices and quotation marks. Returns '' if there is none. */
export function cleanName(written: string): string {
  let name = withoutMarkers(written.replace(/\s+/g, ' ')).text;
  if (name.length > 2 * NAME_MAXIMUM) return '';
  for (const extra of [CHAPTER, EXIT, HANDLE, TRAILING_PICTURE, EDGE, RATING, PRICE, EDGE])
    name = name.replace(extra, '');
  if (isKindOfFood(IN_LAST_BRACKETS.exec(name)?.[2] ?? '')) name = IN_LAST_BRACKETS.exec(name)?.[1] ?? '';
  const quoted = QUOTED.exec(name)
    ?.slice(1)
    .find((each) => each !== undefined);
  name = (quoted ?? name).trim().replace(/ ?대한민국$/, '');
  return name.length <= NAME_MAXIMUM && /[\p{Letter}\d]/u.test(name) ? name : '';
}

const SENTENCE_END =
  /(?:어때|어떰|[가보먹하]자|만나자|모이자|시키자|[갈할볼될살]까|[먹있없좋같]을까|좋[아다대네음]|맛있[어다대네음]|[집곳거데]이?야|[았었였했봤갔겠]어|[았었였했봤갔겠]다|[았었였했봤갔겠]음|있어|없어|있음|없음|있다|없다|같아|같음|[는은던인]데|한대|한다|[했하였었이]지|[했하였었이]네|구나|거든|죠|요|니다|니까|입니당|습니당|ㄱㄱ)[.!?~^…;:)\s\p{Extended_Pictographic}]*$/u;
/** A sentence that ends in the middle of a text: 이름 까먹음. 빨간 간판. */
const SENTENCE_INSIDE = /\s[가-힣]{1,8}[다요음슴됨함임]\.\s/;
const LAUGHTER = /[ㅋㅎㅠㅜㄷㅇ]{2}(?![가-힣])/;
const ONE_WORD_TALK =
  /^(?:여기|거기|오늘|내일|모레|우리|나도|좋아요?|오케이|ㅇㅋ|네+|넵|응+|굿|최고|강추.{0,6}|감사.{0,6}|추천.{0,6}|맛있[어다네음겠당].{0,3}|가자|사진|동영상)[.!?~]*$/;

/** Whether a text is part of a conversation or a sentence. */
export const isTalk = (text: string): boolean =>
  LAUGHTER.test(text) ||
  SENTENCE_INSIDE.test(text) ||
  ONE_WORD_TALK.test(text) ||
  (/\s/.test(text.trim()) && SENTENCE_END.test(text)) ||
  /[가-힣]{2}(?:습니다|합니다|입니다|세요|어요|아요|해요|네요|대요|래요)[.!~]*$/.test(text);

const HEADING =
  /(?:리스트|목록|모음집?|추천|후보|코스|투어|정리|베스트|best|top ?\d{1,3}|\d{1,3} ?(?:선|곳|편)|특선)[\s\d:：!~.)\]>】\p{Extended_Pictographic}]*$/iu;
const OCCASION =
  /^(?:아침|점심|저녁|야식|간식|브런치|후식|디저트|카페|[1-5]차|\d{1,2}일차|day ?\d{1,2}|.{0,10}\d박 ?\d일.{0,10})$/i;
/** 성수 맛집, 성수맛집 and 합정역맛집 are headings; 소문난맛집 is a name. */
function isMatjip(text: string): boolean {
  const where = /^(.{0,20}?)맛집들?[\s!~:：.]*$/.exec(text)?.[1];
  return where !== undefined && (/^$|\s|[동역구시]$/.test(where) || isRegionName(where));
}

/** Whether a text says only when one eats: 점심, 12:30 저녁. */
export const isOccasion = (text: string): boolean => OCCASION.test(text.replace(CHAPTER, ''));

/** The title of a video or an episode: [먹자골목] 을지로의 노포 | 모먹지TV, 골목 한 끼 2145회. */
const TITLE = /^\[[^\]]+\].*\s\|\s|\s제?\d{1,4} ?[회화](?=\s|$)/;
export const isTitle = (text: string): boolean => TITLE.test(text);

/** Whether a line announces the places below it, and is no place itself. */
export const isHeading = (text: string): boolean =>
  HEADING.test(text) ||
  isTitle(text) ||
  isMatjip(text) ||
  isOccasion(text) ||
  isRegionName(text) ||
  /[:：]$/.test(text.trim());

/** Whether a line says something about the place above it. */
export const isNote = (text: string): boolean =>
  /\d ?원|₩|\d,000(?!\d)|강추|추천|웨이팅|주차|휴무|예약|포장|배달|재방문|존맛|맛있|가성비|분위기|메뉴|필수|유명|가능|불가|인당/.test(
    text,
  );

const KIND =
  /^(?:(?:한|일|중|양|분)식당?|한정식|분식|뷔페|카페(?:, ?디저트)?|디저트|베이커리|술집|호프|이자카야|(?:한국|중국|중화|일본|서양|이탈리아|프랑스|태국|베트남|인도|멕시코|터키|아시아|퓨전|채식|해물|생선|고기|닭|오리|두부|국수|냉면)? ?(?:요리|음식점?|전문점)|육류, ?고기요리|해물, ?생선요리|(?:칼|막|쌀)?국수|냉면|국밥|추어탕|감자탕|삼계탕|설렁탕|곰탕|해장국|돈까스|초밥, ?롤|생선회|족발, ?보쌈|곱창, ?막창, ?양|닭갈비|치킨|피자|햄버거|샌드위치|브런치(?:카페)?|이탈리아음식|우동, ?소바|일본식라면|레스토랑|음식점|식당|맛집|기타)$/;

/** Whether a text is only a kind of food, as map apps show below a name. */
export const isKindOfFood = (text: string): boolean => KIND.test(text.trim());

const GENERIC =
  /^(?:카페|커피|커피숍|다방|찻집|분식집?|뷔페|즉석떡볶이|떡볶이|순대|순대국밥?|순댓국|(?:돼지|소머리|콩나물|순대)?국밥|(?:잔치|비빔|쌀|칼|막|고기)?국수|손?칼국수|(?:꼬마|마약)?김밥|곱창|막창|대창|육회|족발|보쌈|(?:수제|햄)?버거|치킨|(?:옛날)?통닭|(?:화덕)?피자|(?:손|왕|찐)?만두|빈대떡|파?전|전집|우동|라멘|라면|초밥|스시|횟집|회(?:센터|센타|타운|집)?|(?:돼지|소|왕)?갈비|갈비탕|삼겹살|식당|(?:기사|구내|학생)식당|포차|실내포차|호프|맥주|생맥주|주점|술집|와인바?|바|펍|이자카야|선술집|빵집|빵|베이커리|제과점?|도넛|꽈배기|호떡|붕어빵|어묵|오뎅|튀김|돈[까가]스|파스타|스테이크|짜장면?|짬뽕|중국집|반점|양꼬치|마라탕|훠궈|샤브샤브|(?:김치|된장|부대)?찌개|백반|밥집|밥|한식|한식뷔페|한정식|두부|순두부|청국장|추어탕|감자탕|삼계탕|설렁탕|곰탕|(?:뼈|선지|콩나물)?해장국|재첩국|수제비|냉면|밀면|막걸리|오리|오리고기|닭(?:갈비|강정|발|한마리|곰탕|꼬치)|백숙|아[구귀]찜|해물[찜탕]|조개구이|생선구이|구이|장어|게장|꼬막|쭈꾸미|주꾸미|낙지|아이스크림|빙수|팥빙수|팥죽|죽|디저트|케이크|샌드위치|토스트|샐러드|타코|카레|덮밥|도시락|떡집?|매점|레스토랑|경양식|그릴|키친|다이닝|비스트로|라운지|반찬|정육점|정육식당|회관|수산|상회|가게)$/;

/** Whether a text is only a dish or a kind of restaurant. Such a word is not a whole name: 2층 다방, 시장 앞 국밥. */
export const isGenericWord = (text: string): boolean => GENERIC.test(text) || isKindOfFood(text);

const RESTAURANT =
  /(?:식당|집|국수|면옥|냉면|국밥|분식|반점|갈비|카페|커피|상회|포차|횟집|회관|가든|관|점|루|옥|정|당|방|곱창|막창|순대국?|치킨|피자|버거|베이커리|제과|키친|다이닝|비스트로|스시|라멘|우동|돈까스|파스타|구이|찜|탕|전골|칼국수|막국수|손두부|보쌈|족발|닭갈비|정식|밥상|밥집|주막|살롱|펍|바|호프|하우스)$/;

/** Whether a name ends as names of restaurants do. */
export const looksLikeRestaurant = (name: string): boolean => name.length <= 20 && RESTAURANT.test(name);

const PLAIN_NAME_MAXIMUM = 40;

/** Whether a line may be the name of a restaurant, if its surroundings say so too. */
export function isNameLike(text: string): boolean {
  const name = cleanName(text);
  return (
    name !== '' &&
    name.length <= PLAIN_NAME_MAXIMUM &&
    name.split(' ').length <= 7 &&
    !isTalk(text) &&
    !isHeading(name) &&
    !isKindOfFood(name) &&
    !/https?:|@\w|^\d{5,}$|^\d+\.\d[\d\s()]*$/.test(name) &&
    !CHAPTER.test(text)
  );
}

/** Returns the name at the end of a text that a person wrote before an address or a link: 여기 어때? 하동관. */
export function nameAtEnd(text: string): string {
  const line = text.slice(-3 * NAME_MAXIMUM);
  const name = cleanName(line);
  if (name !== '' && !isTalk(name) && !TALK_BEFORE.test(line)) return name;
  const last = cleanName(line.split(/[?!~…]+(?:\s|$)/).at(-1) ?? '');
  return isTalk(last) ? '' : last;
}

/** A description before a name: 친구가 추천해준, 시장 가는 길에 있는. */
const DESCRIPTION = /^.{0,60}[가-힣](?:는|던|준|한|된|왔던|갔던|했던)\s+(?=\S{2})/;

/** Returns the name at the end of a sentence without the description before it: 친구가 추천해준 온달국수. */
export const withoutDescription = (text: string): string => text.replace(DESCRIPTION, '');

/** A question or a call before a name. */
const TALK_BEFORE = /(?:어때|어떰|가자|보자|먹자|갈까|할까|볼까|좋아|대박|맛있|추천)[?!~…]+\s/;
