// @ts-check
/**
 * Finds unused messages, text in the wrong language, and Korean particles that do not fit every value that may precede
 * them. `tools/message-language.test.mjs` uses this module.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {Record<string, string>} Texts by key */

const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {Promise<Texts>} */
export async function textsIn(locale) {
  const folder = join(root, 'messages', locale);
  const files = await readdir(folder);
  const texts = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))),
  );
  const { $schema, ...all } = Object.assign({}, ...texts);
  return all;
}

export async function wordsOfCode() {
  const words = new Set();
  for (const top of ['common', 'features', 'server', 'web']) {
    const entries = await readdir(join(root, top), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of entries) {
      if (!/\.tsx?$/.test(name) || /\.(test|test-factory|fixture)\.tsx?$/.test(name)) continue;
      for (const word of (await readFile(join(parentPath, name), 'utf8')).match(/[a-z][\w.]*\w/gi) ?? [])
        words.add(word).add(word.slice(word.lastIndexOf('.') + 1));
    }
  }
  return words;
}

/**
 * A key is used if it occurs in the source code. Some keys are computed at run time from a problem code
 * (`restaurants.limit_reached`); such a key is used if its code occurs in the source code.
 * @param {{ keys: string[], words: Set<string>, askedByLibrary: readonly string[] }} given
 */
export const unusedKeys = ({ keys, words, askedByLibrary }) =>
  keys.filter((key) => {
    const code = /^(?:problem|field)_([a-z]+)_(.+)$/.exec(key);
    return !words.has(key) && !askedByLibrary.includes(key) && !(code && words.has(`${code[1]}.${code[2]}`));
  });

/** @param {Texts} texts */
export const koreanAmong = (texts) => keysWhere(texts, (text) => /[ㄱ-ㅣ가-힣]/.test(text));

/**
 * Returns the keys of the texts that have three Latin words in a row, or that have words but no Korean.
 * @param {Texts} texts
 */
export const latinAmong = (texts) =>
  keysWhere(texts, (text) => {
    const bare = text.replaceAll(/\{\w+\}/g, ' ');
    const hasSentence = /[a-z]{2,}[ ’-]+[a-z]{2,}[ ’-]+[a-z]{2,}/i.test(bare);
    return hasSentence || (/[a-z]{2,}/i.test(bare) && !/[가-힣]/.test(bare));
  });

const PARTICLE =
  /\}[’”〉)]?(?:을|를|은|는|이|가|과|와|으로|로|이에요|예요|이나|나|이랑|랑|아|야)(?=[\s.,!?·…]|$)/;

/**
 * Returns the keys of the texts in which a particle directly follows a value.
 * @param {Texts} texts
 */
export const particlesAfterValues = (texts) => keysWhere(texts, (text) => PARTICLE.test(text));

/** @param {Texts} texts @param {(text: string) => boolean} is */
const keysWhere = (texts, is) =>
  Object.entries(texts)
    .filter(([, text]) => is(text))
    .map(([key]) => key);
