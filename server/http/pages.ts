import type { FastifyReply } from 'fastify';
import type { BuiltScreens, Prerendered } from './built-screens.ts';
import { compressorFor, type Encoding } from './encodings.ts';
import type { App } from './feature.ts';
import { escapeHtml } from './escape-html.ts';
import { withInlined } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes pages with content that robots and slow phones show before any script runs. */
    pages: Pages;
  }
}

export type Pages = {
  /** The version of the build, which is part of the ETag of a written page. It is null without a build. */
  readonly version: string | null;
  /** Returns the HTML of a page. */
  fill: (contents: PageContents) => string;
  /** Returns a page for a cache. */
  write: (contents: PageContents) => Promise<WrittenPage>;
  /** Adds the hashes of the screen's inlined style and script to the content security policy of the response. */
  allowFirstView: (reply: FastifyReply, screen: string) => void;
  /** Pages that the build has rendered, except for a few values. */
  readonly prerendered: Prerendered;
};

/** A page. It contains nothing about its reader, so it is cached for all readers. */
export type WrittenPage = {
  html: string;
  /** Returns the compressed page. It is compressed when the encoding is first requested. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
};

/** The contents of a page. All texts are plain text, except `html`. */
export type PageContents = {
  title: string;
  description: string;
  /** The absolute URL of the page. */
  url: string;
  image?: { url: string; width: number; height: number };
  /**
   * HTML that is shown until the application shows the screen. The caller has escaped the texts in it. The names of
   * screens are in web/build/first-views.ts.
   */
  firstView?: { html: string; screen: string };
  /** Initial data of the screens. The screens find it by its name (web/page-data.ts). */
  data?: { name: string; json: string };
};

const FIRST_VIEW = /<!-- first-view -->[\s\S]*<!-- \/first-view -->/;
const TITLE = /<title>[\s\S]*?<\/title>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;

export function writePages(app: App, screens: () => BuiltScreens): void {
  app.decorate('pages', {
    get version() {
      return screens().version;
    },
    fill: (contents) => {
      const { page, firstViews } = screens();
      // The loading state of `index.html` is hidden at first, so without a first view nothing is painted before the
      // scripts run. Therefore no script may wait for a paint.
      const template = (contents.firstView && firstViews[contents.firstView.screen]?.page) ?? page;
      if (template === null) throw new Error('The screens have not been built.');
      return filled(template, contents);
    },
    write: async (contents) => compressedPage({ html: app.pages.fill(contents), quality: 5 }),
    allowFirstView: (reply, screen) => {
      const hashes = screens().firstViews[screen]?.hashes;
      const policy = String(reply.getHeader('content-security-policy'));
      if (hashes) reply.header('content-security-policy', withInlined(policy, hashes));
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

function filled(template: string, { title, description, url, image, firstView, data }: PageContents): string {
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
    .replace(FIRST_VIEW, (splash) => firstView?.html ?? splash)
    .replace('</body>', () => block ?? '</body>');
}
