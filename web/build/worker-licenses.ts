import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Adds the packages that only workers contain to the list of licences. `build.license` writes this list, but only for
 * the packages in pages.
 * @param fileName the file of the list
 */
export function workerLicenses({ fileName }: { fileName: string }): { inWorkers: Plugin; inPages: Plugin } {
  const folders = new Set<string>();
  return {
    inWorkers: {
      name: 'worker-licenses:collect',
      generateBundle(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk') continue;
          for (const id of output.moduleIds) {
            const [, folder] =
              /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
            if (folder !== undefined && existsSync(folder)) folders.add(folder);
          }
        }
      },
    },
    inPages: {
      name: 'worker-licenses:write',
      enforce: 'post',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          const list = bundle[fileName];
          if (list?.type !== 'asset') return this.error(`${fileName} was not written before.`);
          const listed = String(list.source);
          const added = [...folders].map(licenceOf).filter(({ name }) => !listed.includes(`## ${name} - `));
          list.source = [listed.trimEnd(), ...added.map(({ text }) => text)].join('\n\n').concat('\n');
        },
      },
    },
  };
}

function licenceOf(folder: string): { name: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    [key in 'name' | 'version' | 'license']: string;
  };
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const words = file === undefined ? [] : [readFileSync(path.join(folder, file), 'utf8').trim()];
  return { name, text: [`## ${name} - ${version} (${license})`, ...words].join('\n\n') };
}
