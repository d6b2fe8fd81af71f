import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build, type Rolldown } from 'vite';

export type BareApplication = { url: string; stop: () => void };

/** Program of a page that renders one word in `#ready`. */
export const EMPTY_REACT_PAGE = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('app')).render(createElement('p', { id: 'ready' }, '준비'));`;

/** Serves a page that contains only one built program. Benchmarks compare pages of the product with this page. */
export async function serveBareApplication({
  program,
  files: more = {},
}: {
  /** The source of the module. It may import packages. The page contains `#app`. */
  program: string;
  /** Other files of the page, by path. */
  files?: Record<string, { type: string; text: string }>;
}): Promise<BareApplication> {
  const id = path.resolve('bench/bare-page-program.js');
  const entry = 'virtual:bare-page';
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'bare-page',
        resolveId: (wanted) => (wanted === entry ? id : null),
        load: (wanted) => (wanted === id ? program : null),
      },
    ],
    build: { write: false, chunkSizeWarningLimit: 2_000, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  const files: typeof more = {
    '/': {
      type: 'text/html; charset=utf-8',
      text: '<!doctype html><title>empty</title><div id="app" style="height:100vh"></div><script type="module" src="/page.js"></script>',
    },
    '/page.js': { type: 'text/javascript', text: output[0].code },
    ...more,
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': file.type }).end(file.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, stop: () => server.close() };
}

/** Returns the content of a file of node_modules. */
export const packageFile = (name: string) => readFileSync(`node_modules/${name}`, 'utf8');
