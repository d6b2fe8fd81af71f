// @ts-check
/**
 * Compiles messages/{ko,en}/*.json into messages/compiled. Each message becomes a small module, so that a page's chunk
 * contains only the messages that the page shows. Node loads one module with all messages (`all-messages.js`), because
 * loading two thousand modules takes each process a second and 50 MB.
 *
 * Fails if a file is not listed in project.inlang/settings.json, a key exists in two files, keys or placeholders differ
 * between the languages, an English text with a count has no singular form, or a message is missing in the output.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileProject } from '@inlang/paraglide-js';
import messageFormat from '@inlang/plugin-message-format';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'messages/compiled');
/**
 * File with the digest of the input of the last compilation. It is written last, so that an interrupted compilation is
 * repeated.
 */
const stamp = join(outdir, '.compiled-from');

export async function compileMessages() {
  const settings = JSON.parse(await readFile(join(root, 'project.inlang/settings.json'), 'utf8'));
  const files = await messageFiles(settings);
  const faults = faultsIn(files);
  if (faults.length > 0) throw new Error(`messages:\n  ${faults.join('\n  ')}`);
  const keys = [...new Set(files.flatMap(({ texts }) => Object.keys(texts)))];
  const digest = await digestOf({ settings, files });
  if ((await readFile(stamp, 'utf8').catch(() => null)) === digest) return keys.length;

  await rm(stamp, { force: true });
  const fresh = await mkdtemp(join(root, 'messages/.compiling-'));
  try {
    const output = await compiled(settings);
    await mkdir(join(fresh, 'messages'));
    for (const [file, code] of Object.entries(output)) await writeFile(join(fresh, file), code);
    const index = output['messages/_index.js'] ?? '';
    const missing = keys.filter((key) => !index.includes(`'./${key}.js'`));
    if (missing.length > 0)
      throw new Error(`messages: the compiler left out ${missing.slice(0, 5).join(', ')}`);
    for (const what of ['problem', 'field'])
      await writeFile(join(fresh, `${what}-sentences.js`), sentencesByKey({ what, keys }));
    await declareTypes({ folder: fresh, output, keys, locales: settings.locales });
    await putInOne(fresh);
    await putInPlace({ fresh, outdir });
    await writeFile(stamp, digest);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return keys.length;
}

/**
 * Returns the digest of the messages and the compiler. Compiling takes two seconds, so it is skipped if the digest has
 * not changed.
 */
async function digestOf(input) {
  const compilers = ['tools/compile-messages.mjs', 'package-lock.json'];
  const texts = await Promise.all(compilers.map((file) => readFile(join(root, file), 'utf8')));
  return createHash('sha256')
    .update(JSON.stringify([input, texts]))
    .digest('hex');
}

/**
 * Returns the code of each file. `compile` of the compiler would write the messages into SQLite and read them again,
 * which takes 6 s of CPU time. This function passes them on instead. `selectFrom` stands for the only query of the
 * compiler, which selects all messages.
 *
 * @returns {Promise<Record<string, string>>}
 */
async function compiled(settings) {
  const patterns = settings['plugin.inlang.messageFormat'].pathPattern;
  const files = await Promise.all(
    patterns.flatMap((pattern) =>
      settings.locales.map(async (locale) => ({
        locale,
        content: await readFile(join(root, pattern.replace('{locale}', locale))),
      })),
    ),
  );
  const { bundles, messages, variants } = await messageFormat.importFiles({ files, settings });
  const variantsOf = Map.groupBy(variants, (one) => `${one.messageLocale} ${one.messageBundleId}`);
  const messagesOf = Map.groupBy(messages, ({ bundleId }) => bundleId);
  const rows = bundles.map((bundle) => ({
    ...bundle,
    messages: messagesOf.get(bundle.id)?.map((message) => ({
      ...message,
      variants: variantsOf.get(`${message.locale} ${message.bundleId}`),
    })),
  }));
  const project = {
    settings: { get: async () => settings },
    db: { selectFrom: () => ({ select: () => ({ execute: async () => rows }) }) },
  };
  return compileProject({
    // @ts-expect-error The compiler uses only these parts of a project.
    project,
    projectPath: join(root, 'project.inlang'),
    compilerOptions: {
      outputStructure: 'message-modules',
      strategy: ['globalVariable', 'baseLocale'],
      emitReadme: false,
      emitPrettierIgnore: false,
      emitGitIgnore: false,
    },
  });
}

/**
 * Writes all messages into one module. The current language stays in runtime.js, which the small modules also import.
 */
async function putInOne(folder) {
  const bundle = await rolldown({
    input: join(folder, 'messages.js'),
    external: /runtime\.js$/,
    treeshake: false,
    // Debug information would contain the name of the temporary folder, which differs for every
    // compilation.
    experimental: { attachDebugInfo: 'none' },
  });
  await bundle.write({ file: join(folder, 'all-messages.js'), format: 'esm', comments: false });
  await bundle.close();
}

/**
 * Replaces the files one at a time, and only those that differ. Therefore a running server or test always finds every
 * file, and hot reload updates only changed messages.
 */
async function putInPlace({ fresh, outdir }) {
  const wanted = new Set(await filesIn(fresh));
  const present = new Set(await filesIn(outdir));
  for (const file of wanted) {
    const target = join(outdir, file);
    const text = await readFile(join(fresh, file), 'utf8');
    if (present.has(file) && (await readFile(target, 'utf8').catch(() => null)) === text) continue;
    await mkdir(dirname(target), { recursive: true });
    await rename(join(fresh, file), target);
  }
  for (const file of present) if (!wanted.has(file)) await rm(join(outdir, file), { force: true });
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/**
 * Returns the source of a table of messages, `problemSentences` or `fieldSentences`. At run time, the code that the
 * server sends selects a message from this table. The table contains only these messages, because a table of all
 * messages would put every message into the bundle.
 */
function sentencesByKey({ what, keys }) {
  const wanted = keys.filter((key) => key.startsWith(`${what}_`));
  const imports = wanted.map((key) => `import { ${key} } from './messages/${key}.js';`);
  return `${imports.join('\n')}

export const ${what}Sentences = {
${wanted.map((key) => `  ${key},`).join('\n')}
};
`;
}

/**
 * Writes the types of the modules into declaration files. TypeScript and the linter would otherwise take a third of
 * their time for the small modules.
 */
async function declareTypes({ folder, output, keys, locales }) {
  const declarations = keys.map((key) => {
    const inputs = /@typedef \{(.*)\} \w+Inputs /.exec(output[`messages/${key}.js`])?.[1];
    if (inputs === undefined) throw new Error(`messages: the compiler wrote no type for ${key}`);
    return `export const ${key}: ${inputs === '{}' ? 'Text' : `TextWith<${inputs}>`};`;
  });
  const types = `import type { LocalizedString } from './runtime.js';
type Options = { locale?: ${locales.map((locale) => `'${locale}'`).join(' | ')} };
type Text = (inputs?: {}, options?: Options) => LocalizedString;
type TextWith<Inputs> = (inputs: Inputs, options?: Options) => LocalizedString;
${declarations.join('\n')}
export * as m from './messages.js';
`;
  await writeFile(join(folder, 'messages.d.ts'), types);
  for (const what of ['problem', 'field']) {
    const table = `export const ${what}Sentences: Record<string, (params: any) => string>;\n`;
    await writeFile(join(folder, `${what}-sentences.d.ts`), table);
  }
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
