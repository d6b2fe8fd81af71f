import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildScript } from './build-script.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Adds the code of `head/` to the page as a small blocking script, which must run before the first paint. The script is
 * a file, because the content security policy forbids inline scripts.
 */
export function headScript(): Plugin {
  let code = '';
  let fileName = '';
  return {
    name: 'head-script',
    async buildStart() {
      code = await builtHeadScript();
      fileName = `assets/head-${hash('sha256', code, 'base64url').slice(0, 8)}.js`;
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName, source: code });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next();
        response.setHeader('content-type', 'text/javascript');
        response.end(code);
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    },
  };
}

/** Builds `head/head.ts` as one file. */
async function builtHeadScript(): Promise<string> {
  const [ko, en] = await Promise.all([updateTexts('ko'), updateTexts('en')]);
  const { code } = await buildScript('web/build/head/head.ts', {
    define: { UPDATE_TEXTS: JSON.stringify({ ko, en }) },
    // The script shows a message in unsupported browsers. Therefore its target is older than the target of the
    // application.
    target: 'es2015',
    format: 'iife',
  });
  return code;
}

async function updateTexts(language: 'ko' | 'en') {
  const texts = JSON.parse(await readFile(`${root}messages/${language}/kit.json`, 'utf8'));
  return {
    title: texts.kit_update_browser,
    text: texts.kit_update_browser_text,
    close: texts.kit_close,
  };
}
