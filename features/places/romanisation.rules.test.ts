import { expect, test } from 'vitest';
import {
  namesOfLetters,
  soundOf,
  soundsOf,
  spelledInHangul,
  spelledLetters,
  vowelLikeness,
} from './romanisation.rules.ts';

/**
 * The spellings come from restaurant signs and from the Revised Romanisation (문화관광부 고시 2000-8), not from the code
 * under test.
 */
test.each([
  ['김밥', ['gimbap', 'kimbap', 'kimbop']],
  ['해장국', ['haejangguk', 'hejangguk', 'haejang-guk', 'haejangkuk']],
  ['비빔밥', ['bibimbap', 'bibimbab', 'pibimpap']],
  ['설렁탕', ['seolleongtang', 'sulleongtang']],
  ['떡볶이', ['tteokbokki', 'ddeokbokki', 'ttukbokki']],
  ['갈비', ['galbi', 'kalbi']],
  ['종로', ['Jongno']],
  ['신라', ['Silla']],
  ['국물', ['gungmul']],
  ['밍글스', ['Mingles']],
  ['스타벅스', ['starbucks', 'Starbucks']],
  ['버거킹', ['burger king']],
  ['커피', ['coffee']],
  ['치킨', ['chicken']],
  ['권숙수', ['Kwon Sook Soo', 'gwonsuksu']],
  ['마마리마켓', ['Mamalee Market']],
])('%s와 %j는 같은 소리다', (hangul, spellings) => {
  for (const spelling of spellings) {
    expect(soundOf(spelling).consonants, spelling).toBe(soundOf(hangul).consonants);
    expect(vowelLikeness(soundOf(spelling).vowels, soundOf(hangul).vowels), spelling).toBeGreaterThanOrEqual(
      0.3,
    );
  }
});

test.each([
  ['스와니예', 'Soigné'],
  ['스와니예', 'soigne'],
  ['라망시크레', "L'Amant Secret"],
  ['크루아상', 'croissant'],
  ['부이용', 'bouillon'],
  ['샤토', 'château'],
  ['봉주르', 'bonjour'],
  ['마들렌', 'madeleine'],
])('%s는 프랑스어 %s의 소리다', (hangul, french) => {
  const { consonants, vowels } = soundOf(hangul);
  const heard = soundsOf(french).filter((sound) => sound.consonants === consonants);
  expect(heard.map((sound) => vowelLikeness(sound.vowels, vowels)).some((likeness) => 0.5 <= likeness)).toBe(
    true,
  );
});

test.each(['김밥', 'kimbap', 'tteokbokki', 'sulleongtang', 'chicken', 'Seoul'])(
  '%s에는 프랑스어 철자가 없어 한 가지로만 읽는다',
  (text) => expect(soundsOf(text)).toEqual([soundOf(text)]),
);

test.each([
  ['김밥', 'galbi'],
  ['스타벅스', 'starburger'],
  ['국밥', 'guksu'],
])('%s와 %s는 다른 소리다', (hangul, spelling) => {
  expect(soundOf(spelling).consonants).not.toBe(soundOf(hangul).consonants);
});

test('숫자와 기호뿐이어도, 아주 길어도 계산한다', () => {
  expect(soundOf('')).toEqual({ consonants: '', vowels: '' });
  expect(soundOf('🍜 !?')).toEqual({ consonants: '', vowels: '' });
  expect(soundOf('가'.repeat(2000)).vowels).toHaveLength(2000);
});

test.each([
  ['케이에프씨', 'KFC'],
  ['비비큐', 'BBQ'],
  ['비에이치씨', 'BHC'],
  ['오이', null],
  ['하동관', null],
  ['케이에프씨치킨', null],
])('%s는 %s를 읽은 것이다', (word, letters) => {
  expect(spelledLetters(word)).toBe(letters);
});

test('영문자의 이름으로 적힌 곳', () => {
  expect(namesOfLetters('KFC')?.test('케이에프씨')).toBe(true);
  expect(namesOfLetters('bhc')?.test('비에이치시 치킨')).toBe(true);
  expect(namesOfLetters('KFC')?.test('케이크')).toBe(false);
  expect(namesOfLetters('GS')).toBeNull();
  expect(spelledInHangul('KFC')).toEqual(['케이에프씨', '케이에프시']);
  expect(spelledInHangul('GS')).toEqual([]);
});
