import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** One build of the screens, as a whole: never the page of one beside the files of another. */
export type BuiltScreens = {
  /** By their names below the folder; what is not among them is never looked for on the disk. */
  files: ReadonlySet<string>;
  /** `index.html`; null where nothing is built. */
  page: string | null;
  /** Changes with `page`. */
  version: string | null;
  /** Pages that are whole HTML but for what the server writes into them. */
  prerendered: Prerendered;
};

/** Written by `web/build/prerender.ts`. */
export type Prerendered = {
  /** By names such as `landing.ko`. */
  pages: Readonly<Record<string, string>>;
  /** Of the style that stands in each page and the script in all, as a content security policy names them. */
  hashes: { styles: Readonly<Record<string, string>>; script: string };
  /** Changes with any of it. */
  version: string;
};

/** The file of all prerendered pages; never sent under its own name. */
export const PRERENDERED_FILE = 'prerendered.json';

const NOTHING: BuiltScreens = {
  files: new Set(),
  page: null,
  version: null,
  prerendered: { pages: {}, hashes: { styles: {}, script: '' }, version: '' },
};

/** Made beside the files by `npm run build`; sent in their place, never under their own names. */
const COMPRESSED = /\.(br|gz)$/;

/** So long after `index.html` a build may still be writing its other files. */
const SETTLING_MS = 10_000;

/**
 * The screens in a folder as they are now. `npm run build` may run under a running server, so `index.html` is looked
 * at each time, and all is read anew when it has changed; while a build has removed it there are no screens.
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
  return { ...JSON.parse(text), version: versionOf(text) };
}

const versionOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
