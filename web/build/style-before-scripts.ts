import type { Plugin } from 'vite';

/**
 * On a slow line the style must not share it with the screens' scripts: what the server wrote into a page
 * (server/http/pages.ts) can be painted with the style alone. Browsers keep scripts marked so waiting while they have
 * anything to fetch that the first paint needs.
 */
export function styleBeforeScripts(): Plugin {
  return {
    name: 'style-before-scripts',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"'),
    },
  };
}
