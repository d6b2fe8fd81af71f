import { letterKey } from '#common/korean-keys.ts';
import { withoutCountry } from './addresses.rules.ts';

/** A house. `street` is the name of a road (압구정로80길 19-1), or of the neighbourhood of a lot (청담동 17-24). */
export type House = { street: string; number: string };

/**
 * Returns the houses that the address names: a road with a building number, or a neighbourhood with a lot number.
 * Floors, rooms and text in brackets are ignored.
 * @example housesOf('서울특별시 강남구 압구정로80길 19-1, 2층 (청담동)') // [{ street: '압구정로80길', number: '19-1' }]
 * @example housesOf('성수이로97') // [{ street: '성수이로', number: '97' }]
 */
export function housesOf(address: string): House[] {
  const words = withoutCountry(address)
    .replace(/\([^)]*\)?/g, ' ')
    .split(/[\s,]+/)
    .filter((word) => !FLOOR.test(word));
  return words.flatMap((word, at) => {
    const joined = STREET_AND_NUMBER.exec(word);
    if (joined) return [{ street: joined[1] as string, number: joined[2] as string }];
    if (!STREET.test(word) || BRANCH.test(word)) return [];
    // The words 지하 and 산 can be between the street and the number. The name of a road can be two words: 학동로 97길.
    const rest = words.slice(at + 1).filter((each) => each !== '지하' && each !== '산');
    const [next = '', afterNext = ''] = rest;
    const branch = BRANCH.test(next);
    const street = branch ? word + next : word;
    const number = /^(?:산|지하)?(\d+(?:-\d+)?)(?:번지)?$/.exec(branch ? afterNext : next)?.[1];
    return number === undefined ? [] : [{ street, number }];
  });
}

/** A branch of a road that is written as a word of its own: 97길, 97다길, 97번길. */
const BRANCH = /^\d+[가나다라마바사아자차카타파하]?(?:번)?길$/;
/** A road or a neighbourhood. A road may begin with a number: 1순환로. */
const STREET = /^(?:[가-힣].*(?:로|길|동|리|가|읍|면)|\d{1,2}[가-힣].*(?:로|길))$/;
const STREET_AND_NUMBER = /^([가-힣].*(?:로|길|동|리|가))(?:지하|산)?(\d+(?:-\d+)?)(?:번지)?$/;
const FLOOR = /^(?:지하|지상|B)?\d+(?:층|F|호)$/i;

/**
 * Returns the key of a house. The final dot distinguishes the number 19 from 19-1 and 190, so that the key of 19 is
 * not a prefix of the keys of 19-1 and 190.
 */
export const houseKey = ({ street, number }: House): string => `${letterKey(street)} ${number}.`;
