import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { m } from '#messages';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { type Locale, localeOf, themeOf } from '#server/http/locale.ts';

const ADDRESS = '/docs/api';

/** The folder of Swagger UI. The plugin @fastify/swagger-ui itself is not used, because its page is in English only. */
const LIBRARY = path.join(path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');

const FILES = {
  'swagger-ui.css': { folder: LIBRARY, type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: LIBRARY, type: 'text/javascript; charset=utf-8' },
  'api-reference.browser.js': { folder: import.meta.dirname, type: 'text/javascript; charset=utf-8' },
} as const;

/**
 * Serves the API reference. It is a separate page, so that no other page loads the library. The page has the content
 * security policy of all pages.
 */
export const apiReferenceRoutes: FeatureRoutes = (app) => {
  app.get(ADDRESS, { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'cookie' })
      .send(Buffer.from(pageIn(localeOf(request), themeOf(request)))),
  );
  for (const [name, { folder, type }] of Object.entries(FILES)) {
    let contents: Promise<{ plain: Buffer; zipped: Buffer }> | undefined;
    app.get(`${ADDRESS}/${name}`, { schema: { hide: true } }, async (request, reply) => {
      contents ??= readFile(path.join(folder, name)).then(async (plain) => ({
        plain,
        zipped: await promisify(gzip)(plain),
      }));
      const { plain, zipped } = await contents;
      reply.type(type).headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' });
      const isZipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      return isZipped ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
    });
  }
};

const pageIn = (locale: Locale, theme: 'light' | 'dark' | null) => `<!doctype html>
<html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(m.api_reference_title({}, { locale }))} · 모먹지</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${ADDRESS}/swagger-ui.css">
</head>
<body>
<div class="swagger-ui"><div class="wrapper"><p><a href="/app/settings/security">${escapeHtml(m.api_reference_back({}, { locale }))}</a></p></div></div>
<div id="reference"></div>
<noscript><p><a href="/api/openapi.json">openapi.json</a></p></noscript>
<script src="${ADDRESS}/swagger-ui-bundle.js"></script>
<script src="${ADDRESS}/api-reference.browser.js"></script>
</body>
</html>
`;
