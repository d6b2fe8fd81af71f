import type { Plugin, Rolldown } from 'vite';

type Pages = {
  /** Id of the entry module. The file of the entry loads first. Modules that the entry needs stay in this file. */
  entry: string;
  /** Id of the module that every page runs. */
  first: string;
  /** Ids of page modules, by file name. */
  pages: Record<string, string>;
};
type Modules = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const LIBRARIES =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//;
/** Matches parts of libraries that only later pages use. */
const LATER_PARTS = /\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useBlocker)\.js$/;
const ICON_LIBRARY = /\/node_modules\/lucide-react\//;
const ICON = /\/node_modules\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/;
/** Matches the import of icons in a module without TypeScript syntax. */
const IMPORTED_ICONS = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
/**
 * Matches an export in the index of lucide-react: `export { default as Map, default as MapIcon } from
 * './icons/map.mjs'`.
 */
const EXPORTED_ICONS = /export\s*\{([^}]*)\}\s*from\s*["']\.(\/icons\/[\w-]+\.mjs)["']/g;
const MESSAGE = /\/messages\/compiled\/messages\/(\w+)\.js$/;
/** Matches modules that the entry needs and whose imports `neededBy` does not follow. */
const ENTRY_PARTS = /\/messages\/compiled\/runtime\.js$|\/node_modules\/idb\//;
const NAMED_MESSAGE = /\bm\.(\w+)/g;
/**
 * Matches modules whose imports `neededBy` does not follow. Instead, `neededBy` finds the messages and icons that a
 * page uses by their names.
 */
const IN_PARTS = /\/messages\/compiled\/|\/node_modules\/|\?schemas$/;

/**
 * Groups modules so that each page has two files: its own file, and one with modules that it shares with other pages.
 * By default, a bundler creates a file for each set of pages that share modules. The list screen then needed forty files,
 * because each message and icon is a module, and without HTTP/2 a browser loads six files at a time. A shared module is
 * left out of the second file if the file of the first page contains it, or if a file of an earlier page in `pages` does.
 * Unshared modules stay in the page's own file. If they moved, the two files of a page could depend on each other
 * (`forbidChunkCycles`).
 */
export function mergeChunks({ entry, first, pages }: Pages): Rolldown.CodeSplittingGroup[] {
  let files: Map<string, string | null> | undefined;
  const fileOf = (id: string, modules: Modules) => {
    files ??= divide({ entry, first, pages, modules });
    if (ICON_LIBRARY.test(id) && !ICON.test(id)) return FIRST_ICONS;
    if (ENTRY_PARTS.test(id)) return ENTRY_FILE;
    return files.get(MESSAGE.exec(id)?.[1] ?? id) ?? null;
  };
  return [
    { name: 'libraries', test: (id) => LIBRARIES.test(id) && !LATER_PARTS.test(id) },
    { debugName: 'pages', name: fileOf, minShareCount: 2 },
    // Only later pages share these modules. Without these groups, each module would be a separate file.
    { name: 'icons', test: ICON_LIBRARY, minShareCount: 2 },
    { name: 'dialogs', test: /\/node_modules\/@(?:base-ui|floating-ui)\//, minShareCount: 2 },
    { name: 'ids', test: /\/node_modules\/uuid\/.*\/(?:v[47]|rng|stringify)\.js$/, minShareCount: 2 },
    { name: 'schemas', test: /\/node_modules\/zod\/|\?schemas$/, minShareCount: 2 },
  ];
}

function divide({ entry, first, pages, modules }: Pages & { modules: Modules }): Map<string, string | null> {
  const files = new Map<string, string | null>();
  for (const needed of neededBy({ page: entry, modules }))
    files.set(needed, needed === entry ? null : ENTRY_FILE);
  for (const needed of neededBy({ page: first, modules }))
    if (!files.has(needed))
      files.set(needed, ICON.test(needed) ? FIRST_ICONS : needed === first ? null : 'first');
  for (const [file, page] of Object.entries(pages))
    for (const needed of neededBy({ page, modules })) if (!files.has(needed)) files.set(needed, file);
  return files;
}

/** Contains the modules that the entry shares with other files. */
const ENTRY_FILE = 'entry';
const FIRST_ICONS = 'first-icons';

/** Returns everything that a page needs: ids of modules and keys of messages. */
function neededBy({ page, modules }: { page: string; modules: Modules }): Set<string> {
  const needed = new Set([page]);
  // The set grows while it is iterated.
  for (const id of needed) {
    const module = modules.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) if (!IN_PARTS.test(imported)) needed.add(imported);
    for (const [, key = ''] of module?.code?.matchAll(NAMED_MESSAGE) ?? []) needed.add(key);
    for (const [, names = ''] of module?.code?.matchAll(IMPORTED_ICONS) ?? [])
      for (const name of names.split(',')) {
        const icon = iconFiles(modules, module?.importedIds).get(name.trim().split(/\s/)[0] ?? '');
        if (icon) needed.add(icon);
      }
  }
  return needed;
}

function iconFiles(modules: Modules, importedIds: readonly string[] = []): ReadonlyMap<string, string> {
  const index = importedIds.find((id) => ICON_LIBRARY.test(id)) ?? '';
  const known = iconFilesOf.get(index);
  if (known) return known;
  const folder = index.slice(0, index.lastIndexOf('/'));
  const code = modules.getModuleInfo(index)?.code ?? '';
  const files = new Map(
    [...code.matchAll(EXPORTED_ICONS)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.trim().replace('default as ', ''), folder + file] as const),
    ),
  );
  iconFilesOf.set(index, files);
  return files;
}

const iconFilesOf = new Map<string, ReadonlyMap<string, string>>();

/**
 * Fails the build if files import each other in a cycle. In a cycle, the order of execution would depend on which file
 * is loaded first.
 */
export function forbidChunkCycles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const visit = (file: string, above: readonly string[]) => {
        if (above.includes(file))
          this.error(`Circular imports between files: ${[...above, file].join(' → ')}`);
        if (done.has(file)) return;
        const chunk = bundle[file];
        if (chunk?.type === 'chunk') for (const imported of chunk.imports) visit(imported, [...above, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
