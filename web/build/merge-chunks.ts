import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

export type CodeFiles = {
  /** Id of the entry module. Every page loads its file first, and modules that the entry needs stay in this file. */
  entry: string;
  /** Ids of modules by the name of their file, in the order of loading. A member's page needs them to render. */
  first: Record<string, readonly string[]>;
  /** Ids of modules that a member's page loads after it is rendered, by the name of their file. */
  later: Record<string, readonly string[]>;
  /**
   * Patterns of the ids of all other pages and dialogs, by the name of their file and of its group. Files of a group
   * import only files of the same group and of groups before it.
   */
  areas: Record<string, Record<string, RegExp>>;
  /** Groups of `areas` with the pages that people without an account open. */
  visitors: readonly string[];
};
type Modules = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const LIBRARIES =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//;
const ICON_LIBRARY = /\/node_modules\/lucide-react\/(?!.*\/icons\/[\w-]+\.mjs$)/;
/**
 * Matches modules that nothing in `first` runs, although modules in `first` import them: schemas, and parts of
 * libraries that only later pages use.
 */
const LATER =
  /\?schemas$|\/node_modules\/uuid\/.*\/(?:v5|v35|sha1|parse)\.js$|\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useBlocker)\.js$/;
/** Matches modules that export parts of other modules. A page that imports such a module needs only the named parts. */
const BARREL = /\/node_modules\/lucide-react\/.*\/lucide-react\.mjs$|\.public\.tsx?$/;
/** Match an import and a re-export in a module without TypeScript syntax. */
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const RE_EXPORT = /export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const MESSAGE = /\/messages\/compiled\/messages\/(\w+)\.js$/;
const NAMED_MESSAGE = /\bm\.(\w+)/g;
/** Matches modules that the entry needs, and whose imports `neededBy` does not follow. */
const ENTRY_PARTS = /\/messages\/compiled\/(?:runtime|registry)\.js$|\/node_modules\/idb\//;
/** Matches modules whose imports `neededBy` does not follow. It finds messages by their names. */
const NOT_FOLLOWED = /\/messages\/compiled\/(?!messages\/)|\/node_modules\/(?:lucide-react|zod)\//;

/**
 * Groups modules into few files. By default, a bundler creates a file for each set of pages that share modules. /app
 * then loads more than 60 files of code, because each message and icon is a module. Each file takes CPU time in the
 * browser, in its service worker and in the server, and small files compress badly.
 *
 * A module is in the first file that needs it: `first`, `later` and then `areas` in their order. Therefore files only
 * import files before them, and never each other in a cycle. Modules that several files need are in a separate file
 * before them (`-common`). Visitors therefore do not load the file of the list, and a page not the file of another area.
 */
export function mergeChunks({ entry, ...files }: CodeFiles): Rolldown.CodeSplittingGroup[] {
  let fileOf: Map<string, string> | undefined;
  const name = (id: string, modules: Modules) => {
    fileOf ??= divide({ entry, ...files, modules });
    if (ENTRY_PARTS.test(id)) return ENTRY_FILE;
    return fileOf.get(MESSAGE.exec(id)?.[1] ?? id) ?? null;
  };
  return [
    { name: 'libraries', test: (id) => (LIBRARIES.test(id) && !LATER.test(id)) || ICON_LIBRARY.test(id) },
    { name: 'zod', test: /\/node_modules\/zod\// },
    { debugName: 'pages', name },
  ];
}

function divide({
  entry,
  first,
  later,
  areas,
  visitors,
  modules,
}: CodeFiles & { modules: Modules }): Map<string, string> {
  const fileOf = new Map<string, string>();
  const add = (file: string, ids: readonly string[]) => {
    for (const id of ids) if (!fileOf.has(id)) fileOf.set(id, file);
  };
  const needed = (pages: readonly string[], isFirst = false) =>
    pages.flatMap((page) => [...neededBy({ page, isFirst, modules })]);

  const own = new Set([...Object.values(first), ...Object.values(later)].flat());
  const lazy = new Set([...lazyModules({ entry, modules })].filter((id) => !own.has(id)));
  const ofAreas = Object.entries(areas).flatMap(([group, patterns]) =>
    Object.entries(patterns).map(([file, pattern]) => {
      const pages = [...lazy].filter((id) => pattern.test(id));
      for (const page of pages) lazy.delete(page);
      return { group, file, ids: new Set(needed(pages)) };
    }),
  );
  const ofOthers = [...lazy].map((page) => new Set(needed([page])));
  const isForVisitors = (id: string) =>
    ofAreas.some(({ group, ids }) => visitors.includes(group) && ids.has(id));
  const all = [...ofAreas.map(({ ids }) => ids), ...ofOthers];
  const isCommon = (id: string) => all.filter((ids) => ids.has(id)).length > 1;

  add(
    ENTRY_FILE,
    needed([entry], true).filter((id) => id !== entry),
  );
  const [everyPage, ...firstFiles] = Object.entries(first).map(([file, pages]) => ({
    file,
    ids: new Set(needed(pages, true)),
  }));
  if (everyPage) add(everyPage.file, [...everyPage.ids]);
  const isOfSeveral = (id: string) => firstFiles.filter(({ ids }) => ids.has(id)).length > 1;
  for (const { ids } of firstFiles)
    add(
      'first-common',
      [...ids].filter((id) => isForVisitors(id) || isOfSeveral(id)),
    );
  for (const { file, ids } of firstFiles) add(file, [...ids]);
  for (const [file, pages] of Object.entries(later)) {
    add(`${file}-common`, needed(pages).filter(isForVisitors));
    add(file, needed(pages));
  }
  for (const { group, ids } of ofAreas) add(`${group}-common`, [...ids].filter(isCommon));
  for (const { file, ids } of ofAreas) add(file, [...ids]);
  return fileOf;
}

/** Contains the modules that the entry shares with other files. */
const ENTRY_FILE = 'entry';

/** Returns the modules that other modules import dynamically. */
function lazyModules({ entry, modules }: { entry: string; modules: Modules }): Set<string> {
  const seen = new Set([entry]);
  const lazy = new Set<string>();
  // The set grows while it is iterated.
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) seen.add(imported);
    for (const imported of dynamicallyImportedIds) lazy.add(imported);
  }
  return lazy;
}

/** Returns everything that a page needs: ids of modules and keys of messages. */
function neededBy({
  page,
  isFirst,
  modules,
}: {
  page: string;
  isFirst: boolean;
  modules: Modules;
}): Set<string> {
  const needed = new Set([page]);
  // The set grows while it is iterated.
  for (const id of needed) {
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {};
    for (const imported of importedIds) {
      if (BARREL.test(imported))
        for (const part of partsOf({ barrel: imported, code: code ?? '', modules })) needed.add(part);
      else if (!NOT_FOLLOWED.test(imported) && !(isFirst && LATER.test(imported)))
        needed.add(MESSAGE.exec(imported)?.[1] ?? imported);
    }
    for (const [, key = ''] of code?.matchAll(NAMED_MESSAGE) ?? []) needed.add(key);
  }
  return needed;
}

/** Returns the ids of the modules whose exports the code imports from the barrel. */
function partsOf({ barrel, code, modules }: { barrel: string; code: string; modules: Modules }): string[] {
  const parts = partsOfBarrel(barrel, modules);
  return Array.from(code.matchAll(IMPORT)).flatMap(([, names = '', specifier = '']) =>
    isOf(barrel, specifier) ? listNames(names).map(({ imported }) => parts.get(imported) ?? barrel) : [],
  );
}

function partsOfBarrel(barrel: string, modules: Modules): ReadonlyMap<string, string> {
  const known = knownParts.get(barrel);
  if (known) return known;
  const { importedIds = [], code } = modules.getModuleInfo(barrel) ?? {};
  const parts = new Map(
    Array.from(code?.matchAll(RE_EXPORT) ?? []).flatMap(([, names = '', specifier = '']) => {
      const id = specifier.startsWith('./')
        ? path.join(path.dirname(barrel), specifier)
        : importedIds.find((imported) => isOf(imported, specifier));
      return id ? listNames(names).map(({ exported }) => [exported, id] as const) : [];
    }),
  );
  knownParts.set(barrel, parts);
  return parts;
}

const knownParts = new Map<string, ReadonlyMap<string, string>>();

/** Returns the names in `Pin, default as Map`. */
const listNames = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim().split(/\s+/))
    .map((words) => ({ imported: words[0] ?? '', exported: words.at(-1) ?? '' }))
    .filter(({ imported }) => imported !== '');

/** Whether the module has this specifier: the name of a package, `#features/…` or a relative path. */
const isOf = (id: string, specifier: string) => id.includes(specifier.replace(/^[#./]+/, ''));

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
