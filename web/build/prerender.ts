import tailwindcss from '@tailwindcss/vite';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Plugin, runnerImport } from 'vite';
import { paths } from '../paths.ts';
import { browserSupport } from './browser-support.ts';
import { buildScript } from './build-script.ts';
import { purgeUnusedStyles } from './purge-unused-styles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = `${root}features/site`;

/** Maximum size of the landing page (HTML, CSS and JavaScript) after gzip, in kilobytes of 1024 bytes. */
const LANDING_KB = 20;

const PICTURE = /\/pictures\/([\w.-]+)/g;

type Rules = { SITE_PAGES: Readonly<Record<string, string>>; SITE_LANGUAGES: readonly string[] };
type Renderer = { renderPage: (page: { name: string; locale: string }) => string };
type Marks = Record<'STYLE_MARK' | 'SCRIPT_MARK' | 'ICON_MARK' | 'FAQ_SEARCH_MARK', string>;

/**
 * Renders the pages of features/site to HTML with inlined style and script
 * (docs/decisions/0025-prerendered-pages.md). The server inserts the remaining values.
 */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    async generateBundle() {
      const [rendered, { style, script }, marks] = [
        await renderedPages(),
        await builtStyleAndScript(),
        await imported<Marks>('web/pages/marks.ts'),
      ];
      const icon = shortDataOf(await readFile(`${root}web/public/icon.svg`, 'utf8'));
      const faqSearch = await builtFaqSearch();
      this.emitFile({ type: 'asset', ...faqSearch });
      const pages: Record<string, string> = {};
      const styles: Record<string, string> = {};
      for (const [name, html] of rendered) {
        const scripts = html.includes(marks.FAQ_SEARCH_MARK) ? [script, faqSearch.source] : [script];
        const ownStyle = await purgeUnusedStyles({ style, html, scripts });
        styles[name] = policyHash(ownStyle);
        const withPictures = await picturesIn({ html, emit: (file) => void this.emitFile(file) });
        // Style and script are inserted by functions, because `$` has a special meaning in a replacement string.
        pages[name] = withPictures
          .replace(marks.STYLE_MARK, () => ownStyle)
          .replace(marks.SCRIPT_MARK, () => script)
          .replace(marks.ICON_MARK, `data:image/svg+xml,${icon}`)
          .replace(marks.FAQ_SEARCH_MARK, `/${faqSearch.fileName}`);
      }
      for (const [name, html] of Object.entries(pages).filter(([name]) => name.startsWith('landing.'))) {
        const kilobytes = gzipSync(html).length / 1024;
        const spent = `${name} after gzip: HTML, CSS and JavaScript ${kilobytes.toFixed(1)} of ${LANDING_KB} KB`;
        if (LANDING_KB < kilobytes) this.error(spent);
        this.info(spent);
      }
      const hashes = { styles, script: policyHash(script) };
      this.emitFile({
        type: 'asset',
        fileName: 'prerendered.json',
        source: JSON.stringify({ pages, hashes, addresses: Object.values(paths) }),
      });
    },
  };
}

async function builtStyleAndScript(): Promise<{ style: string; script: string }> {
  const { code, assets } = await buildScript('features/site/web/pages/site-page.ts', {
    plugins: [tailwindcss(), browserSupport()],
  });
  const [css] = assets;
  if (!css) throw new Error('prerender: expected a style');
  return { style: String(css.source).trim(), script: code.trim() };
}

/**
 * Builds the search of the FAQ. It contains the Korean matcher and is too large to inline. The page loads it when the
 * search field receives the focus.
 */
async function builtFaqSearch(): Promise<{ fileName: string; source: string }> {
  const { code } = await buildScript('features/site/web/faq/faq-search.ts', { plugins: [browserSupport()] });
  return { fileName: `assets/faq-search-${shortHash(code)}.js`, source: code };
}

/** Returns the HTML of each page by name, with placeholders for style and script. */
async function renderedPages(): Promise<[name: string, html: string][]> {
  const [{ SITE_PAGES, SITE_LANGUAGES }, { renderPage }] = await Promise.all([
    imported<Rules>('site-pages.rules.ts'),
    imported<Renderer>('web/pages/render-page.tsx'),
  ]);
  return Object.keys(SITE_PAGES).flatMap((name) =>
    SITE_LANGUAGES.map((locale): [string, string] => [
      `${name}.${locale}`,
      withShortIcons(renderPage({ name, locale })),
    ]),
  );
}

async function imported<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(`${site}/${file}`, {
    root,
    configFile: false,
    logLevel: 'warn',
  });
  return module;
}

/** Copies the pictures to `assets/`, with a hash in their names, so that browsers cache them permanently. */
async function picturesIn({
  html,
  emit,
}: {
  html: string;
  emit: (file: { type: 'asset'; fileName: string; source: Buffer }) => void;
}): Promise<string> {
  const names = new Map<string, string>();
  for (const [address, file = ''] of html.matchAll(PICTURE)) {
    if (names.has(address)) continue;
    const source = await readFile(`${site}/web/pictures/${file}`);
    const { name, ext } = parse(file);
    const fileName = `assets/${name}-${shortHash(source)}${ext}`;
    emit({ type: 'asset', fileName, source });
    names.set(address, `/${fileName}`);
  }
  return html.replace(PICTURE, (address) => names.get(address) ?? address);
}

/**
 * Returns a short data URL of a picture. The function escapes fewer characters than `encodeURIComponent`, because every
 * byte delays the first paint.
 */
const shortDataOf = (svg: string): string =>
  svg
    .trim()
    .replaceAll('"', "'")
    .replaceAll(/[%#<>]/g, (character) => encodeURIComponent(character));

/** Removes Lucide's class names, which no style uses, and the namespace of icons, which HTML does not need. */
const withShortIcons = (html: string): string =>
  html
    .replaceAll(/lucide( lucide-[a-z\d-]+)+ ?/g, '')
    .replaceAll(' class=""', '')
    .replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');

const shortHash = (content: string | Buffer) => hash('sha256', content, 'base64url').slice(0, 8);

/** Returns the hash of a text in the format of a content security policy. */
const policyHash = (text: string) => `sha256-${hash('sha256', text, 'base64')}`;
