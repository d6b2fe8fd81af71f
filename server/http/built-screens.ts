import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The result of a build. The page and the files always belong to the same build. */
export type BuiltScreens = {
  /** The names of the files, relative to the folder. Other names are never looked up on disk. */
  files: ReadonlySet<string>;
  /** Returns the content of a file of the folder; null if there is no such file. Each file is read only once. */
  read: (name: string) => Buffer | null;
  /** The content of `index.html`. It is null if there is no build. */
  page: string | null;
  /** The version of `page`. */
  version: string | null;
  /** Complete HTML pages with placeholders that the server fills in. */
  prerendered: Prerendered;
};

/** The pages that `web/build/prerender.ts` writes. */
export type Prerendered = {
  /** The pages by name, such as `landing.ko`. */
  pages: Readonly<Record<string, string>>;
  /** The hashes for the content security policy. All pages share one script. */
  hashes: { styles: Readonly<Record<string, string>>; script: string };
  /** The patterns of web/paths.ts. The list is empty if the build did not write it. */
  addresses: readonly string[];
  /** The version of the pages. It changes whenever another field changes. */
  version: string;
};

/** Only the server reads this file. It is not served. */
const PRERENDERED_FILE = 'prerendered.json';

const NOTHING: BuiltScreens = {
  files: new Set(),
  read: () => null,
  page: null,
  version: null,
  prerendered: { pages: {}, hashes: { styles: {}, script: '' }, addresses: [], version: '' },
};

/** Matches the names of compressed variants. A variant is served in place of its file, never under its own name. */
const COMPRESSED = /\.(br|gz)$/;

/** Milliseconds for which a build may still write other files after it has written `index.html`. */
const SETTLING_MS = 10_000;

/**
 * Returns a function that reads the built screens. It checks `index.html` on each call, because `npm run build` may run
 * while the server runs.
 * While `index.html` is missing during a build, the result has no page and no files.
 */
export function readBuiltScreens(folder: string): () => BuiltScreens {
  const index = path.join(folder, 'index.html');
  let known = NOTHING;
  let readOf: number | null = null;

  return () => {
    const changedAt = statSync(index, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined) return NOTHING;
    if (changedAt === readOf) return known;
    const page = readFileSync(index, 'utf8');
    known = {
      files: filesIn(folder),
      read: readOnce(folder),
      page,
      version: versionOf(page),
      prerendered: prerenderedIn(folder),
    };
    readOf = Date.now() - changedAt < SETTLING_MS ? null : changedAt;
    return known;
  };
}

function filesIn(folder: string): ReadonlySet<string> {
  return new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name) && entry.name !== PRERENDERED_FILE)
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
      ),
  );
}

function readOnce(folder: string): BuiltScreens['read'] {
  const contents = new Map<string, Buffer | null>();
  return (name) => {
    const known = contents.get(name);
    if (known !== undefined) return known;
    const file = path.join(folder, name);
    const content = existsSync(file) ? readFileSync(file) : null;
    contents.set(name, content);
    return content;
  };
}

function prerenderedIn(folder: string): Prerendered {
  const file = path.join(folder, PRERENDERED_FILE);
  if (!existsSync(file)) return NOTHING.prerendered;
  const text = readFileSync(file, 'utf8');
  return { ...NOTHING.prerendered, ...JSON.parse(text), version: versionOf(text) };
}

const versionOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 12);
