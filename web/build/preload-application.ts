import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** web/build/device-page.ts removes preload hints with this attribute. */
export const OF_APPLICATION = 'data-of-application';

const APPLICATION = /\/web\/main\.tsx$/;

/**
 * Preloads the application together with the small entry (web/start.ts). Vite preloads only what the
 * entry imports statically.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const application = Object.values(bundle).find(
          (output) => output.type === 'chunk' && APPLICATION.test(output.facadeModuleId ?? ''),
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
