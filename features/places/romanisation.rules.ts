/**
 * With these rules, a search in Latin letters finds a Hangul name, and a search in Hangul finds a Latin name: mingles
 * and 밍글스, gimbap and 김밥. The rules cover the Revised Romanisation of Korean (문화관광부 고시 2000-8), common private
 * spellings and the usual Hangul spelling of English words.
 */

/** The sound of a text. Different spellings of the same sound are reduced to the same class. */
export type Sound = {
  /** The consonants as classes (k n t l m p s j h), without adjacent repetitions. */
  consonants: string;
  /** The vowels (a e i o u), one for each Hangul syllable or Latin vowel letter. */
  vowels: string;
};

/**
 * Returns the sound of a text. Latin letters are read as Korean or English.
 * @example soundOf('밍글스') // { consonants: 'mnls', vowels: 'iuu' }
 * @example soundOf('Mingles') // { consonants: 'mnls', vowels: 'ie' }
 */
export const soundOf = (text: string): Sound => readAloud(text, LATIN_SOUNDS);

/**
 * Returns the possible sounds of a text. Text that looks French has a second sound in French, because many
 * restaurants have French names.
 * @example soundsOf('Soigné') // as in soundOf: { consonants: 'skn', … }, and as in 스와니예: {
 * consonants: 'sn', vowels: 'aie' }
 */
export const soundsOf = (text: string): Sound[] =>
  LOOKS_FRENCH.test(text) ? [soundOf(text), readAloud(text, FRENCH_SOUNDS)] : [soundOf(text)];

/** Letters and sequences that occur in French spelling but not in romanised Korean. */
const LOOKS_FRENCH = /[àâçèéêëîïôùûœ]|\b[dl]['’]|gn|oi|eau|[^e]ou|qu|(?:tt|ll)e\b|[ae]nt\b|eine?\b/iu;

function readAloud(text: string, latinSounds: LatinSounds): Sound {
  let phonemes = '';
  for (const run of text.normalize('NFC').match(/[가-힣]+|[A-Za-zÀ-ɏ]+|\d+/gu) ?? []) {
    if (/\d/.test(run)) phonemes += run;
    else phonemes += /[가-힣]/.test(run) ? phonemesOfHangul(run) : phonemesOfLatin(run, latinSounds);
  }
  const joined = phonemes.replace(/nk/g, 'n').replace(/([a-z])(?<![aeiou])\1+/g, '$1');
  return { consonants: joined.replace(/[aeiou]/g, ''), vowels: joined.replace(/[^aeiou]/g, '') };
}

/**
 * Returns the key of a sound in the index. The consonants come first, so that they can be used alone as a prefix.
 * @example soundKey({ consonants: 'mnls', vowels: 'iuu' }) // 'mnls|iuu'
 */
export const soundKey = ({ consonants, vowels }: Sound): string =>
  `${consonants.slice(0, SOUND_MAXIMUM)}|${vowels.slice(0, SOUND_MAXIMUM)}`;

/** The maximum number of consonants, and of vowels, that are stored for a name. */
export const SOUND_MAXIMUM = 14;

const INITIALS = [
  'k',
  'k',
  'n',
  't',
  't',
  'l',
  'm',
  'p',
  'p',
  's',
  's',
  '',
  'j',
  'j',
  'j',
  'k',
  't',
  'p',
  'h',
];
const MEDIALS = [...'aeaeoeoeo'].concat(['oa', 'oe', 'oe', 'o', 'u', 'uo', 'ue', 'ui', 'u', 'u', 'ui', 'i']);
/** The vowels of the medials, one letter each: 와 → a, 워 → o, 위 and 의 → i. */
const VOWELS = MEDIALS.map((medial) => medial.at(-1) as string);
/** The sounds of the finals before a consonant or at the end of a word. A final ㅎ is silent. */
const FINALS = ',k,k,k,n,n,n,t,l,k,m,l,l,l,p,l,m,p,p,t,t,n,t,t,k,t,p,'.split(',');
/** The sounds of the finals before a vowel. Before a vowel, the final moves to the next syllable. */
const LINKED_FINALS = ',k,k,ks,n,nj,n,t,l,lk,lm,lp,ls,lt,lp,l,m,p,ps,s,s,n,j,j,k,t,p,'.split(',');
const NASAL: Record<string, string> = { k: 'n', t: 'n', p: 'm' };

function phonemesOfHangul(run: string): string {
  const syllables = Array.from(run, (character) => character.charCodeAt(0) - 0xac00);
  let phonemes = '';
  for (const [at, syllable] of syllables.entries()) {
    let initial = INITIALS[Math.floor(syllable / 588)] as string;
    const previous = syllables[at - 1];
    const before = previous === undefined ? '' : (FINALS[previous % 28] as string);
    // Consonants can change next to each other: 종로 → jongno, 신라 → silla.
    if (initial === 'l' && before !== '' && before !== 'l')
      initial = before === 'n' && isN(previous) ? 'l' : 'n';
    phonemes += initial + (VOWELS[Math.floor(syllable / 28) % 21] as string);
    const final = syllable % 28;
    const next = syllables[at + 1];
    if (final === 0) continue;
    if (next === undefined) phonemes += FINALS[final] as string;
    else phonemes += finalBefore(final, Math.floor(next / 588));
  }
  return phonemes;
}

const isN = (syllable: number | undefined) => syllable !== undefined && [4, 5, 6].includes(syllable % 28);

const IEUNG = 11;
const [NIEUN, RIEUL, MIEUM] = [2, 5, 6];

function finalBefore(final: number, nextInitial: number): string {
  if (nextInitial === IEUNG) return LINKED_FINALS[final] as string;
  const sound = FINALS[final] as string;
  if (nextInitial === RIEUL && [4, 5, 6].includes(final)) return 'l';
  if ([NIEUN, RIEUL, MIEUM].includes(nextInitial)) return NASAL[sound] ?? sound;
  return sound;
}

/** Patterns with their sounds. The sound of the first pattern that matches the rest of the word is used. */
type LatinSounds = readonly (readonly [RegExp, string])[];

const LATIN_SOUNDS: LatinSounds = [
  [/^(?:tch|ch|dge?(?=[^aou]|$)|zz?|j)/, 'j'],
  [/^(?:sch|sh|ssh)/, 's'],
  [/^(?:ph|pp?|bb?|ff?|vv?)/, 'p'],
  // At the end of a syllable, English th is written ㅅ: 세븐스, 얼스.
  [/^th(?![aeiouyr])/, 's'],
  [/^th/, 't'],
  [/^(?:tion|sion)/, 'son'],
  [/^ng/, 'n'],
  [/^(?:ck|kk?|qu?|gh?g?)/, 'k'],
  [/^x/, 'ks'],
  [/^c(?=[eiy])/, 's'],
  [/^cc?/, 'k'],
  [/^(?:tt?|dd?)/, 't'],
  [/^ss?/, 's'],
  [/^ll?/, 'l'],
  // At the end of a syllable, English r is not written in Hangul.
  [/^rr?(?=[aeiouy])/, 'l'],
  [/^rr?/, ''],
  [/^mm?/, 'm'],
  [/^nn?/, 'n'],
  [/^wh?/, ''],
  [/^hw?(?=[aeiouy])/, 'h'],
  [/^h/, ''],
  [/^(?:yeo|eo|yo|wo)/, 'o'],
  [/^(?:yae|ae|ye|wae|we|oe)/, 'e'],
  [/^(?:eu|oo|yu)/, 'u'],
  [/^(?:ee|ui|wi)/, 'i'],
  [/^(?:ya|wa)/, 'a'],
  [/^[aeiou]/, '$&'],
  [/^y(?=[aeiou])/, ''],
  [/^y/, 'i'],
];

/** Sounds of French spelling, by 국립국어원 외래어 표기법, 프랑스어. Consonants and e at the end of a word are silent. */
const FRENCH_SOUNDS: LatinSounds = [
  [/^(?:es?|[tdpsxz]+)$/, ''],
  [/^(?:ez|et)$/, 'e'],
  [/^(?:eau|au)/, 'o'],
  [/^ou/, 'u'],
  [/^o?eu/, 'e'],
  [/^oy(?=[aeiou])/, 'ai'],
  [/^oi/, 'a'],
  [/^(?:[ae]?in|im|u[nm])(?![aeiouynm])/, 'en'],
  [/^[ae][nm](?![aeiouynm])/, 'an'],
  [/^(?:ai|ei|ay)/, 'e'],
  [/^gn/, 'ni'],
  [/^ill/, 'i'],
  [/^ch/, 's'],
  [/^(?:j|g(?=[eiy]))/, 'j'],
  [/^tion/, 'sion'],
  [/^h/, ''],
  [/^r+/, 'l'],
  [/^u/, 'i'],
  ...LATIN_SOUNDS,
];

function phonemesOfLatin(run: string, sounds: LatinSounds): string {
  let rest = run.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  let phonemes = '';
  while (rest !== '') {
    const found = sounds.find(([pattern]) => pattern.test(rest));
    if (!found) {
      rest = rest.slice(1);
      continue;
    }
    const [pattern, sound] = found;
    const length = pattern.exec(rest)?.[0].length ?? 1;
    phonemes += sound === '$&' ? rest.slice(0, length) : sound;
    rest = rest.slice(Math.max(1, length));
  }
  return phonemes;
}

export function vowelLikeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}

/** Pairs of vowels that are often confused in spelling: u for ㅓ (o), i for ㅔ (e). */
const CLOSE = new Set(['ou', 'uo', 'ei', 'ie', 'ae', 'ea']);

function replacementCost(a: string, b: string): number {
  if (a === b) return 0;
  return CLOSE.has(a + b) ? 0.5 : 1;
}

/** Returns the Levenshtein distance. Replacing a vowel with a similar vowel (`CLOSE`) counts as half a change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + replacementCost(a[i - 1] as string, b[j - 1] as string);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

const LETTER_NAMES: Record<string, string> = {
  에이: 'A',
  비: 'B',
  씨: 'C',
  시: 'C',
  디: 'D',
  이: 'E',
  에프: 'F',
  지: 'G',
  쥐: 'G',
  에이치: 'H',
  아이: 'I',
  제이: 'J',
  케이: 'K',
  엘: 'L',
  엠: 'M',
  엔: 'N',
  오: 'O',
  피: 'P',
  큐: 'Q',
  알: 'R',
  에스: 'S',
  티: 'T',
  유: 'U',
  브이: 'V',
  더블유: 'W',
  엑스: 'X',
  와이: 'Y',
  제트: 'Z',
};
const NAMED_LETTERS = new RegExp(
  `(?:${Object.keys(LETTER_NAMES)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})`,
  'gu',
);

/**
 * Converts Korean names of Latin letters to the letters. Returns null for fewer than three letters, because the names
 * of two letters often form an ordinary word.
 * @example spelledLetters('케이에프씨') // 'KFC'
 */
export function spelledLetters(word: string): string | null {
  const names = word.match(NAMED_LETTERS) ?? [];
  if (names.length < 3 || names.join('') !== word) return null;
  return names.map((name) => LETTER_NAMES[name]).join('');
}

/**
 * Returns the Korean spellings of three to five Latin letters. Returns an empty array for any other text.
 * @example spelledInHangul('KFC') // ['케이에프씨', '케이에프시']
 */
export function spelledInHangul(latin: string): string[] {
  if (!/^[A-Za-z]{3,5}$/.test(latin)) return [];
  return Array.from(latin.toUpperCase(), namesOfLetter).reduce((words, names) =>
    words.flatMap((word) => names.map((name) => word + name)),
  );
}

const namesOfLetter = (letter: string) =>
  Object.keys(LETTER_NAMES).filter((name) => LETTER_NAMES[name] === letter);

/**
 * Returns a pattern that matches the Korean spellings of three to five Latin letters. Returns null for any other
 * text.
 * @example namesOfLetters('KFC')?.test('케이에프씨') // true
 */
export function namesOfLetters(latin: string): RegExp | null {
  if (!/^[A-Za-z]{3,5}$/.test(latin)) return null;
  return new RegExp(
    Array.from(latin.toUpperCase(), (letter) => `(?:${namesOfLetter(letter).join('|')})`).join(''),
    'u',
  );
}
