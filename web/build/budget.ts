import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/**
 * Maximum size of JavaScript after gzip, in kilobytes of 1024 bytes. It includes everything that a page imports before
 * its first render.
 */
const FIRST_PAGE_KB = 128;
const LIST_PAGE_KB = 160;
/** Maximum number of files with code that the list needs. Each takes CPU time in the browser. */
const LIST_PAGE_FILES = 8;

const WITHOUT_ZOD =
  'The list loads zod. Its modules import only the types of a contract, and declare their calls (`Call` in common/endpoint.ts).';

/** Fails the build if the first page or the list exceeds its budget. */
export function budget(): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const entry = chunkOf({
        bundle,
        is: (chunk) => chunk.moduleIds.some((id) => id.endsWith('/web/main.tsx')),
      });
      const start = chunkOf({ bundle, is: (chunk) => chunk.isEntry });
      const list = chunkOf({
        bundle,
        is: (chunk) => chunk.moduleIds.some((id) => id.endsWith('/web/routes/HomePage.tsx')),
      });
      const first = withImports({ bundle, from: [start, entry] });
      const home = withImports({ bundle, from: [start, entry, list] });
      const spent = `JavaScript after gzip: first page ${first.kilobytes.toFixed(1)} of ${FIRST_PAGE_KB} KB, list ${home.kilobytes.toFixed(1)} of ${LIST_PAGE_KB} KB in ${home.files} of ${LIST_PAGE_FILES} files`;
      if (first.kilobytes > FIRST_PAGE_KB || home.kilobytes > LIST_PAGE_KB || home.files > LIST_PAGE_FILES)
        this.error(home.loadsZod ? `${spent}\n${WITHOUT_ZOD}` : spent);
      this.info(spent);
    },
  };
}

function chunkOf({
  bundle,
  is,
}: {
  bundle: Rolldown.OutputBundle;
  is: (chunk: Rolldown.OutputChunk) => boolean;
}) {
  const found = Object.values(bundle).find((output) => output.type === 'chunk' && is(output));
  if (found?.type !== 'chunk') throw new Error('budget: a measured page is missing');
  return found;
}

function withImports({ bundle, from }: { bundle: Rolldown.OutputBundle; from: Rolldown.OutputChunk[] }): {
  kilobytes: number;
  files: number;
  loadsZod: boolean;
} {
  const seen = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  from.forEach(visit);
  const bytes = [...seen].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  const loadsZod = [...seen].some(({ moduleIds }) =>
    moduleIds.some((id) => id.includes('/node_modules/zod/')),
  );
  return { kilobytes: bytes / 1024, files: seen.size, loadsZod };
}
