// @ts-check
/**
 * Compiles messages/{ko,en}/*.json with Paraglide. Browsers get a module per message, so that a page contains only its
 * own messages. Node and TypeScript get a module per language, because loading thousands of modules takes a second.
 *
 * Fails if a file is not listed in project.inlang/settings.json, a key exists in two files, keys or placeholders differ
 * between the languages, an English text with a count has no singular form, or a message is missing in the output.
 */
import { hash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'messages/compiled');
/** @type {{ name: string, outputStructure: 'message-modules' | 'locale-modules' }[]} */
const outputs = [
  { name: 'browser', outputStructure: 'message-modules' },
  { name: 'node', outputStructure: 'locale-modules' },
];
/** Digest of the input and hashes of the output of the last compilation. It is written last. */
const stamp = join(outdir, '.compiled-from.json');

async function compileMessages() {
  const settings = JSON.parse(await readFile(join(root, 'project.inlang/settings.json'), 'utf8'));
  const files = await messageFiles(settings);
  const faults = faultsIn(files);
  if (faults.length > 0) throw new Error(`messages:\n  ${faults.join('\n  ')}`);
  const keys = [...new Set(files.flatMap(({ texts }) => Object.keys(texts)))];
  const digest = await digestOf({ settings, files });
  const last = JSON.parse(await readFile(stamp, 'utf8').catch(() => '{}'));
  if (last.digest === digest) return keys.length;

  // After an interruption, the next compilation writes every file again.
  await rm(stamp, { force: true });
  /** @type {Record<string, Awaited<ReturnType<typeof compile>>>} */
  const results = {};
  for (const { name, outputStructure } of outputs) {
    const previousCompilation = last.results?.[name];
    results[name] = await compile({
      project: join(root, 'project.inlang'),
      outdir: join(outdir, name),
      outputStructure,
      strategy: ['globalVariable', 'baseLocale'],
      emitReadme: false,
      emitPrettierIgnore: false,
      emitGitIgnore: false,
      // Only changed files are written, so that a running server always finds every file.
      cleanOutdir: previousCompilation === undefined,
      previousCompilation,
    });
  }
  // The compiler only warns if its plugin cannot be loaded, and then writes no messages.
  const index = await readFile(join(outdir, 'browser/messages/_index.js'), 'utf8');
  const missing = keys.filter((key) => !index.includes(`'./${key}.js'`));
  if (missing.length > 0)
    throw new Error(`messages: the compiler left out ${missing.slice(0, 5).join(', ')}`);
  await writeFile(stamp, JSON.stringify({ digest, results }));
  return keys.length;
}

/** Compiling takes seconds, so it is skipped if neither the messages nor the compiler have changed. */
async function digestOf(input) {
  const compilers = ['tools/messages.mjs', 'package-lock.json'];
  const texts = await Promise.all(compilers.map((file) => readFile(join(root, file), 'utf8')));
  return hash('sha256', JSON.stringify([input, texts]));
}

/** @typedef {{ locale: string, file: string, isListed: boolean, texts: Record<string, unknown> }} MessageFile */

/** @returns {Promise<MessageFile[]>} */
async function messageFiles(settings) {
  const listed = new Set(settings['plugin.inlang.messageFormat'].pathPattern);
  const perLocale = settings.locales.map(async (locale) => {
    const names = await readdir(join(root, 'messages', locale));
    return Promise.all(
      names.map(async (file) => {
        const { $schema, ...texts } = JSON.parse(
          await readFile(join(root, 'messages', locale, file), 'utf8'),
        );
        return { locale, file, isListed: listed.has(`./messages/{locale}/${file}`), texts };
      }),
    );
  });
  return (await Promise.all(perLocale)).flat();
}

/**
 * Returns the faults of the messages, one sentence each.
 * @param {MessageFile[]} files
 * @returns {string[]}
 */
export function faultsIn(files) {
  const faults = files
    .filter(({ isListed }) => !isListed)
    .map(({ locale, file }) => `messages/${locale}/${file} is not listed in project.inlang/settings.json`);
  const locales = [...new Set(files.map(({ locale }) => locale))];
  const perLocale = locales.map((locale) => ({ locale, texts: new Map() }));
  for (const { locale, file, texts } of files) {
    const known = perLocale.find((one) => one.locale === locale)?.texts ?? new Map();
    for (const [key, text] of Object.entries(texts)) {
      if (known.has(key)) faults.push(`messages/${locale}/${file}: ${key} is also in another file`);
      known.set(key, JSON.stringify(text));
      if (locale === 'en' && typeof text === 'string' && COUNTED_NOUN.test(text))
        faults.push(`messages/${locale}/${file}: ${key} needs plural forms for {count}`);
    }
  }
  const [base, ...others] = perLocale;
  if (!base || base.texts.size === 0) return [...faults, 'there are no messages at all'];
  return [...faults, ...others.flatMap((other) => differences({ base, other }))];
}

/** Matches a count with its noun, such as "{count} places" or "{count} new episodes". */
const COUNTED_NOUN = /\{count\} (\w+ )?(\w+s|people|entries)\b/;

/** Returns the keys that exist in only one language, and the keys whose placeholders differ. */
function differences({ base, other }) {
  const faults = [];
  for (const [key, text] of base.texts) {
    const translation = other.texts.get(key);
    if (translation === undefined) faults.push(`${key} is missing in ${other.locale}`);
    else if (placeholders(text) !== placeholders(translation))
      faults.push(
        `${key}: ${base.locale} has ${placeholders(text) || 'no placeholder'}, ${other.locale} has ${placeholders(translation) || 'none'}`,
      );
  }
  for (const key of other.texts.keys())
    if (!base.texts.has(key)) faults.push(`${key} is missing in ${base.locale}`);
  return faults;
}

const placeholders = (text) =>
  [...new Set(text.match(/\{[a-zA-Z_]\w*\}/g) ?? [])].toSorted((a, b) => (a < b ? -1 : 1)).join(' ');

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`${await compileMessages()} messages in two languages`);
