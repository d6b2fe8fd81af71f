import { randomInt } from 'node:crypto';

const CODES = 10;
const LETTERS = 10;
/** Omits characters that look alike: 0 and o; 1, l and i. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** 49 bits each, such as 'k7mqa-9tw3x'. */
export const createRecoveryCodes = (): string[] => Array.from({ length: CODES }, () => spaced(createOne()));

const createOne = () => Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const spaced = (letters: string) => `${letters.slice(0, 5)}-${letters.slice(5)}`;

/** @example recoveryCodeOf(' K7MQA 9tw3x') // 'k7mqa-9tw3x' */
export const recoveryCodeOf = (typed: string): string =>
  spaced(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
