import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BUILD_TARGET, browserSupport, POLYFILLED } from './web/build/browser-support.ts';
import { budget } from './web/build/budget.ts';
import { codeFiles } from './web/build/code-files.ts';
import { splitContracts, PURE_IN_CONTRACTS } from './web/build/split-contracts.ts';
import { mergeChunks, forbidChunkCycles } from './web/build/merge-chunks.ts';
import { headScript } from './web/build/head-script.ts';
import { precompress } from './web/build/precompress.ts';
import { preloadApplication } from './web/build/preload-application.ts';
import { prerender } from './web/build/prerender.ts';
import { serviceWorker } from './web/build/service-worker.ts';
import { styleBeforeScripts } from './web/build/style-before-scripts.ts';
import { workerLicenses } from './web/build/worker-licenses.ts';

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';
/** The file that /app/about links to. */
const LICENCES = 'open-source.txt';
const licences = workerLicenses({ fileName: LICENCES });
const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Builds the screens. `vite` serves them with hot reload and proxies /api to a server (API_ORIGIN, set by
 * tools/dev.mjs; by default the port of `npm start`). `vite build` writes dist/web, which that server serves.
 */
export default defineConfig({
  root: `${root}web`,
  publicDir: 'public',
  cacheDir: `${root}node_modules/.cache/vite`,
  resolve: {
    // Libraries import shims for versions of React without this hook.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  define: { API_VERSION: JSON.stringify(apiVersion()) },
  plugins: [
    messages(),
    react(),
    tailwindcss(),
    headScript(),
    preloadApplication(),
    styleBeforeScripts(),
    splitContracts(),
    browserSupport({ polyfilled: POLYFILLED }),
    budget(),
    forbidChunkCycles(),
    licences.inPages,
    prerender(),
    precompress(),
    serviceWorker({ licences: licences.inWorkers }),
  ],
  worker: { plugins: () => [licences.inWorkers], rolldownOptions: { output: { assetFileNames } } },
  server: {
    host: '127.0.0.1',
    // The server accepts writes only from its own origin.
    proxy: {
      '/api/': { target: apiOrigin, headers: { origin: process.env.BASE_URL ?? apiOrigin } },
      // The server sends the prerendered pages of the latest build.
      '^/(faq|terms-of-service|privacy-policy|refund-policy)?([?]|$)': apiOrigin,
      '^/assets/': apiOrigin,
    },
    fs: { allow: [root] },
  },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    target: BUILD_TARGET,
    // Small files are not inlined. A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: LICENCES },
    // Only the map library is larger than Vite's default limit. It loads after the list.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      treeshake: {
        manualPureFunctions: PURE_IN_CONTRACTS,
        // If a page imports one part of another feature, it then loads only this part.
        moduleSideEffects: [{ test: /\.public\.tsx?$/, sideEffects: false }],
      },
      output: {
        assetFileNames,
        codeSplitting: {
          // With true, a file would include all dependencies of its modules, even modules of the first page.
          includeDependenciesRecursively: false,
          groups: mergeChunks(codeFiles(root)),
        },
      },
    },
  },
});

/**
 * Returns the version of the API. It changes with the contract of the API, because the contract is the format of the
 * documents that devices keep.
 */
function apiVersion(): string {
  const contract = readFileSync(`${root}docs/openapi.json`);
  return createHash('sha256').update(contract).digest('base64url').slice(0, 12);
}

/**
 * Avoids file names that end in .gz. The server reads such a name as a compressed variant of a file
 * (server/http/built-screens.ts).
 */
function assetFileNames({ names: [name = ''] }: { names: string[] }): string {
  return name.endsWith('.gz') ? 'assets/[name]-[hash].packed' : 'assets/[name]-[hash][extname]';
}

/** Compiles messages/ before a build and whenever a text changes while developing. */
function messages(): Plugin {
  const compile = () => promisify(execFile)(process.execPath, [`${root}tools/compile-messages.mjs`]);
  return {
    name: 'messages',
    async buildStart() {
      await compile();
    },
    configureServer(server) {
      server.watcher.add(`${root}messages`);
      server.watcher.on('change', (path) => {
        if (path.startsWith(`${root}messages/`) && path.endsWith('.json'))
          compile().catch((error: Error) => server.config.logger.error(error.message));
      });
    },
  };
}
