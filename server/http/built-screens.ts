import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Page and files always belong to the same build. */
export type BuiltScreens = {
  /** Names below the folder. Other names are never looked up on disk. */
  files: ReadonlySet<string>;
  /** `index.html`; null without a build. */
  page: string | null;
  /** Changes with `page`. */
  version: string | null;
  /** Complete HTML pages with placeholders that the server fills in. */
  prerendered: Prerendered;
};

/** Written by `web/build/prerender.ts`. */
export type Prerendered = {
  /** By name, such as `landing.ko`. */
  pages: Readonly<Record<string, string>>;
  /** CSP hashes. All pages share one script. */
  hashes: { styles: Readonly<Record<string, string>>; script: string };
  /** Patterns of web/paths.ts; empty for a build without the list. */
  addresses: readonly string[];
  /** Changes with any other field. */
  version: string;
};

/** Not served. */
export const PRERENDERED_FILE = 'prerendered.json';

const NOTHING: BuiltScreens = {
  files: new Set(),
  page: null,
  version: null,
  prerendered: { pages: {}, hashes: { styles: {}, script: '' }, addresses: [], version: '' },
};

/** Compressed variants are served in place of their files, never under their own names. */
const COMPRESSED = /\.(br|gz)$/;

/** After writing `index.html`, a build may still write other files for this many milliseconds. */
const SETTLING_MS = 10_000;

/**
 * Checks `index.html` on each call, because `npm run build` may run while the server runs.
 * While a build has removed `index.html`, the result has no page and no files.
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
    const version = versionOf(page);
    known = { files: filesIn(folder), page, version, prerendered: prerenderedIn(folder) };
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

function prerenderedIn(folder: string): Prerendered {
  const file = path.join(folder, PRERENDERED_FILE);
  if (!existsSync(file)) return NOTHING.prerendered;
  const text = readFileSync(file, 'utf8');
  return { ...NOTHING.prerendered, ...JSON.parse(text), version: versionOf(text) };
}

const versionOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
