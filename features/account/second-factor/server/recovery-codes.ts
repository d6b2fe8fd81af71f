import { randomInt } from 'node:crypto';

const CODES = 10;
const LETTERS = 10;
/** The characters of recovery codes. Characters that look alike are omitted: 0 and o; 1, l and i. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates recovery codes such as 'k7mqa-9tw3x'. Each code has 49 random bits. */
export const createRecoveryCodes = (): string[] => Array.from({ length: CODES }, () => spaced(createOne()));

const createOne = () => Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const spaced = (letters: string) => `${letters.slice(0, 5)}-${letters.slice(5)}`;

/** @example recoveryCodeOf(' K7MQA 9tw3x') // 'k7mqa-9tw3x' */
export const recoveryCodeOf = (typed: string): string =>
  spaced(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
