import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { builtHeadScript } from './head-script.ts';
import { policyHash } from './policy-hash.ts';
import { withImports } from './preload-application.ts';
import { purgeUnusedStyles } from './purge-unused-styles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const KIT = 'server/http/first-view-parts.ts';

/**
 * The screens with a first view, by name (server/http/pages.ts). `html` lists the source files that contain the HTML of
 * the first view. The inlined style has rules only for classes that occur in these files or in `index.html`. `modules`
 * lists the modules of the screen. They load together with the application.
 */
const SCREENS = {
  home: {
    html: [KIT, 'features/restaurants/server/home-first-view.ts'],
    modules: [
      'web/routes/HomePage.tsx',
      'web/routes/MemberNavigation.tsx',
      'web/documents/read-or-stored.ts',
    ],
  },
  'shared-list': {
    html: [KIT, 'features/sharing/server/shared-list-first-view.ts'],
    modules: ['features/sharing/web/SharedListPage.tsx'],
  },
  'shared-entry': {
    html: ['features/sharing/server/shared-entry-page.ts'],
    modules: ['features/sharing/web/entry/SharedEntryPage.tsx'],
  },
};

const HEAD_SCRIPT = /<script src="\/assets\/head-[^>]*><\/script>\s*/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]*\.css)"[^>]*>\s*/;
const ENTRY = /<script type="module"[^>]*src="([^"]*)"><\/script>\s*/;
const PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>\s*/g;

/**
 * Writes the pages for server-rendered content, one for each screen. In contrast to `index.html`, their first paint needs
 * no other file: a page contains the style of the content and the script of the head. The stylesheet and the application
 * load after the first paint (head/load-application.ts).
 */
export function firstViews(): Plugin {
  return {
    name: 'first-views',
    apply: 'build',
    generateBundle: {
      // Vite adds index.html to the bundle in its own `generateBundle`, so this function must run later.
      order: 'post',
      async handler(_, bundle) {
        const pages = await firstViewPages(bundle);
        this.emitFile({ type: 'asset', fileName: 'first-views.json', source: JSON.stringify(pages) });
      },
    },
  };
}

async function firstViewPages(bundle: Rolldown.OutputBundle) {
  const index = textOf(bundle['index.html']);
  const [stylesheet, styleName = ''] = STYLESHEET.exec(index) ?? [];
  const [entry, entryHref] = ENTRY.exec(index) ?? [];
  if (!stylesheet || !entry || !entryHref || !HEAD_SCRIPT.test(index))
    throw new Error('firstViews: unexpected index.html');
  const application = [entryHref, ...Array.from(index.matchAll(PRELOAD), ([, href = '']) => href)];
  const rest = [HEAD_SCRIPT, STYLESHEET, ENTRY, PRELOAD].reduce((html, tag) => html.replace(tag, ''), index);
  const script = (await builtHeadScript('first-view.ts')).trim();

  const pages = Object.entries(SCREENS).map(async ([name, { html: files, modules }]) => {
    const views = await Promise.all(files.map((file) => readFile(`${root}${file}`, 'utf8')));
    const html = [rest, ...views].join('\n');
    const style = await purgeUnusedStyles({ style: textOf(bundle[styleName]), html, scripts: [] });
    const hrefs = new Set([...application, ...modules.flatMap((module) => hrefsOf({ bundle, module }))]);
    const later = stylesheet.trim() + entry.trim() + [...hrefs].map(preload).join('');
    const head = `<style>${style}</style><template id="application">${later}</template><script>${script}</script></head>`;
    const hashes = { style: policyHash(style), script: policyHash(script) };
    return [name, { page: rest.replace('</head>', () => head), hashes }] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}

const preload = (href: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`;

/** Returns the URL of the file that contains the module, and the URLs of all files that this file imports. */
function hrefsOf({ bundle, module }: { bundle: Rolldown.OutputBundle; module: string }): string[] {
  const chunk = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(module)),
  );
  if (chunk?.type !== 'chunk') throw new Error(`firstViews: ${module} is not in the build`);
  return withImports({ bundle, chunk }).map((fileName) => `/${fileName}`);
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('firstViews: a file of the page is missing');
  return String(file.source);
}
