import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('./appearance.js', import.meta.url));

/**
 * Puts `appearance.js` into the page as a small blocking script of its own: it must run before the first paint,
 * a module script would run too late, and the content security policy allows no inline script.
 */
export function appearanceScript(): Plugin {
  let fileName = '';
  return {
    name: 'appearance-script',
    async buildStart() {
      const code = await readFile(source, 'utf8');
      fileName = `assets/appearance-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName, source: code });
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url !== `/${fileName}`) return next();
        response.setHeader('content-type', 'text/javascript');
        response.end(await readFile(source, 'utf8'));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    },
  };
}
