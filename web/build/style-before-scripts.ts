import type { Plugin } from 'vite';

/**
 * Gives scripts a low fetch priority. The stylesheet alone is enough to paint server-rendered content
 * (server/http/pages.ts). On a slow connection, it must not share bandwidth with the scripts.
 * Browsers delay scripts with low fetch priority until everything for the first paint has loaded.
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
