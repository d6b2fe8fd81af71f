import { createHash } from 'node:crypto';
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
  /** The pages for server-rendered content, by the name of their screen. */
  firstViews: Readonly<Record<string, FirstView>>;
  /** The version of `page` and `firstViews`. It changes whenever one of them changes. */
  version: string | null;
  /** Complete HTML pages with placeholders that the server fills in. */
  prerendered: Prerendered;
};

/**
 * A page for server-rendered content (`web/build/first-views.ts`), and the hashes of its inlined style and script for the
 * content security policy.
 */
export type FirstView = { page: string; hashes: { style: string; script: string } };

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

const PRERENDERED_FILE = 'prerendered.json';
const FIRST_VIEWS_FILE = 'first-views.json';
/** Files that only the server reads. They are not served. */
const UNSERVED: readonly string[] = [PRERENDERED_FILE, FIRST_VIEWS_FILE];

const NOTHING: BuiltScreens = {
  files: new Set(),
  read: () => null,
  page: null,
  firstViews: {},
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
    const firstViews = textIn(folder, FIRST_VIEWS_FILE) ?? '{}';
    known = {
      files: filesIn(folder),
      read: readOnce(folder),
      page,
      firstViews: JSON.parse(firstViews),
      version: versionOf(page + firstViews),
      prerendered: prerenderedIn(folder),
    };
    readOf = Date.now() - changedAt < SETTLING_MS ? null : changedAt;
    return known;
  };
}

function filesIn(folder: string): ReadonlySet<string> {
  return new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name) && !UNSERVED.includes(entry.name))
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
  const text = textIn(folder, PRERENDERED_FILE);
  if (text === null) return NOTHING.prerendered;
  return { ...NOTHING.prerendered, ...JSON.parse(text), version: versionOf(text) };
}

function textIn(folder: string, name: string): string | null {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

const versionOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
