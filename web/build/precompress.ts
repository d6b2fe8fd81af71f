import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|mjs|css|html|svg|json|geojson|webmanifest|txt|wasm)$/;
/** Only the server reads this file. It is not compressed. */
const UNSERVED = 'prerendered.json';
const SMALLEST_WORTH_COMPRESSING = 1024;
/** Larger files (in bytes) are compressed with a lower quality, because the best quality would take seconds. */
const LARGE = 2 * 1024 * 1024;

/** Writes a .br and a .gz file next to each text file, so that the server does not compress at run time. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        // After a failed build there are no files. Vite does not always pass the error of the build to this function.
        if (error || !existsSync(outDir)) return;
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(
          files
            .filter((file) => compressible.test(file) && file !== UNSERVED)
            .map((file) => compressFile(join(outDir, file))),
        );
      },
    },
  };
}

async function compressFile(path: string) {
  const content = await readFile(path);
  if (content.length < SMALLEST_WORTH_COMPRESSING) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE ? 11 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([
    br.length < content.length && writeFile(`${path}.br`, br),
    gz.length < content.length && writeFile(`${path}.gz`, gz),
  ]);
}
