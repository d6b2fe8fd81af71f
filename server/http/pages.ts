import type { BuiltScreens, Prerendered } from './built-screens.ts';
import { compressorFor, type Encoding } from './encodings.ts';
import type { App } from './feature.ts';
import { escapeHtml } from './escape-html.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes pages with meta tags for messengers, and with the initial data of the screen. */
    pages: Pages;
  }
}

export type Pages = {
  /** The version of the build, which is part of the ETag of a written page. It is null without a build. */
  readonly version: string | null;
  /** Returns a page for a cache. */
  write: (contents: PageContents) => Promise<WrittenPage>;
  /** Pages that the build has rendered, except for a few values. */
  readonly prerendered: Prerendered;
};

/** A page. It contains nothing about its reader, so it is cached for all readers. */
export type WrittenPage = {
  html: string;
  /** Returns the compressed page. It is compressed when the encoding is first requested. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
};

/** The contents of a page. All texts are plain text. */
export type PageContents = {
  title: string;
  description: string;
  url: string;
  image?: { url: string; width: number; height: number };
  /** Initial data of the screens. The screens find it by its name (web/requests/page-data.ts). */
  data?: { name: string; json: string };
};

const TITLE = /<title>[\s\S]*?<\/title>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;

export function writePages(app: App, screens: () => BuiltScreens): void {
  app.decorate('pages', {
    get version() {
      return screens().version;
    },
    write: async (contents) => {
      const { page } = screens();
      if (page === null) throw new Error('The screens have not been built.');
      return compressedPage({ html: filled(page, contents), quality: 5 });
    },
    get prerendered() {
      return screens().prerendered;
    },
  });
}

/** @param quality the quality of brotli, from 0 to 11. Pages that are cached for long use a higher quality */
export function compressedPage({ html, quality }: { html: string; quality: number }): WrittenPage {
  const compress = compressorFor({ quality, level: 6 });
  const known: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return { html, encoded: (encoding) => (known[encoding] ??= compress[encoding](html)) };
}

function filled(template: string, { title, description, url, image, data }: PageContents): string {
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', '모먹지'],
    ['og:locale', 'ko_KR'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
  ];
  if (image) {
    properties.push(['og:image', image.url]);
    properties.push(['og:image:width', String(image.width)], ['og:image:height', String(image.height)]);
  }
  const tags = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...properties.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`,
  ];
  const block =
    data &&
    // A "<" in a text must not close the script element.
    `<script type="application/json" id="page-data" data-name="${escapeHtml(data.name)}">${data.json.replaceAll('<', '\\u003c')}</script>\n  </body>`;
  // The replacers are functions, because `$` has a special meaning in a replacement string.
  return template
    .replace(TITLE, () => `<title>${escapeHtml(title)} · 모먹지</title>`)
    .replace(DESCRIPTION, () => tags.join('\n    '))
    .replace('</body>', () => block ?? '</body>');
}
