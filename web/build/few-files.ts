import type { Plugin, Rolldown } from 'vite';

type Pages = {
  /** Id of the module that everything begins with. */
  first: string;
  /** Ids of the modules of pages, by the names of their files. */
  pages: Record<string, string>;
};
type Modules = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

const LIBRARIES =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//;
const ICON = /\/node_modules\/lucide-react\//;
const SENTENCE = /\/messages\/compiled\/messages\/(\w+)\.js$/;
const NAMED_SENTENCE = /\bm\.(\w+)/g;
/** Whoever imports something of these needs only a part of them. */
const IN_PARTS = /\/messages\/compiled\/|\/node_modules\/|\?schemas$/;

/**
 * Groups of modules that share a file. By itself a bundler makes a file of whatever the same pages share: with a module
 * for each sentence and icon that was forty for the list, of which a browser fetches six at a time from a server
 * without HTTP/2. What a page shares with any other is one file here, less what the first and the pages before it have.
 * What it shares with none stays in its own, or the two could need each other (`noCircles`).
 */
export function fewFiles({ first, pages }: Pages): Rolldown.CodeSplittingGroup[] {
  let files: Map<string, string | null> | undefined;
  const fileOf = (id: string, modules: Modules) => {
    files ??= divide({ first, pages, modules });
    return files.get(SENTENCE.exec(id)?.[1] ?? id) ?? null;
  };
  return [
    { name: 'libraries', test: LIBRARIES },
    { name: 'icons', test: ICON, minShareCount: 2 },
    { debugName: 'pages', name: fileOf, minShareCount: 2 },
  ];
}

function divide({ first, pages, modules }: Pages & { modules: Modules }): Map<string, string | null> {
  const files = new Map<string, string | null>();
  for (const needed of neededBy({ page: first, modules })) files.set(needed, null);
  for (const [file, page] of Object.entries(pages))
    for (const needed of neededBy({ page, modules })) if (!files.has(needed)) files.set(needed, file);
  return files;
}

/** Ids of modules, and keys of sentences. */
function neededBy({ page, modules }: { page: string; modules: Modules }): Set<string> {
  const needed = new Set([page]);
  // It grows while it is read.
  for (const id of needed) {
    const module = modules.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) if (!IN_PARTS.test(imported)) needed.add(imported);
    for (const [, key = ''] of module?.code?.matchAll(NAMED_SENTENCE) ?? []) needed.add(key);
  }
  return needed;
}

/** Fails the build where files import each other in a circle: which of them runs first depends on who asks first. */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const visit = (file: string, above: readonly string[]) => {
        if (above.includes(file)) this.error(`Files in a circle: ${[...above, file].join(' → ')}`);
        if (done.has(file)) return;
        const chunk = bundle[file];
        if (chunk?.type === 'chunk') for (const imported of chunk.imports) visit(imported, [...above, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
