import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Attribute of the preload hints for the application. */
const OF_APPLICATION = 'data-of-application';
const HINTS = new RegExp(`\\s*<link [^>]*${OF_APPLICATION}[^>]*>`, 'g');

const APPLICATION = /\/web\/main\.tsx$/;

/**
 * Returns the page that the service worker opens if the server does not answer. The application's code is already on
 * the device and must load after the stored list is shown (web/start.ts).
 */
export const withoutPreloads = (page: string): string => page.replace(HINTS, '');

/**
 * Adds preload hints for the application, so that it loads together with the small entry (web/start.ts). Vite itself
 * preloads only what the entry imports statically.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const application = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.moduleIds.some((id) => APPLICATION.test(id)),
        );
        if (application?.type !== 'chunk')
          throw new Error('preloadApplication: web/main.tsx is not in the build');
        return withImports({ bundle, chunk: application })
          .map((fileName) => `/${fileName}`)
          .filter((href) => !html.includes(href))
          .map((href): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href, [OF_APPLICATION]: true },
            injectTo: 'head',
          }));
      },
    },
  };
}

/** Returns the names of the file of a chunk and of the files that it imports. */
function withImports({
  bundle,
  chunk,
}: {
  bundle: Rolldown.OutputBundle;
  chunk: Rolldown.OutputChunk;
}): string[] {
  const names = new Set([chunk.fileName]);
  // The set grows while it is iterated.
  for (const name of names) {
    const output = bundle[name];
    if (output?.type === 'chunk') for (const imported of output.imports) names.add(imported);
  }
  return [...names];
}
