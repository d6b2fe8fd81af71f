import type { Plugin } from 'vite';

/**
 * Fails the build if files import each other in a cycle. In a cycle, the order of execution would depend on which file
 * is loaded first.
 */
export function forbidChunkCycles(): Plugin {
  return {
    name: 'forbid-chunk-cycles',
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
