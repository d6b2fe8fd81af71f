import { PurgeCSS } from 'purgecss';

/** What of the style of all pages one of them uses, before or after its scripts have run. */
export async function usedStyle({
  style,
  html,
  scripts,
}: {
  style: string;
  html: string;
  scripts: string[];
}): Promise<string> {
  const markup = html.replaceAll('&amp;', '&').replaceAll('&gt;', '>');
  const [used] = await new PurgeCSS().purge({
    content: [{ raw: markup, extension: 'html' }, ...scripts.map((raw) => ({ raw, extension: 'js' }))],
    css: [{ raw: style }],
    // Elements, which end at a ">", and Tailwind's classes, which may have one: `[&>svg]:size-5`.
    defaultExtractor: (text) => [/[\s"'`<>=/]+/, /[\s"'`<=]+/].flatMap((between) => text.split(between)),
    safelist: {
      // Which theme it is, the server writes.
      greedy: [/data-theme/],
      variables: variablesIn({ markup, style }),
    },
    variables: true,
    keyframes: true,
  });
  if (!used) throw new Error('usedStyle: a style was expected');
  return used.css;
}

/** Those that pictures in the page name, and those that they are made of; PurgeCSS follows only what styles name. */
function variablesIn({ markup, style }: { markup: string; style: string }): string[] {
  const named = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  const names = new Set(named(markup));
  for (const name of names) {
    const values = style.matchAll(new RegExp(`${name}:([^;}]*)`, 'g'));
    for (const [, value = ''] of values) for (const other of named(value)) names.add(other);
  }
  return [...names];
}
