import { PurgeCSS } from 'purgecss';

/** Keeps what the page uses before or after its scripts have run. */
export async function purgeUnusedStyles({
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
    // Splits at element ends (">") but keeps Tailwind's classes that contain one: `[&>svg]:size-5`.
    defaultExtractor: (text) => [/[\s"'`<>=/]+/, /[\s"'`<=]+/].flatMap((between) => text.split(between)),
    safelist: {
      // The server sets the theme, so the rules of every theme are kept.
      greedy: [/data-theme/],
      variables: variablesIn({ markup, style }),
    },
    variables: true,
    keyframes: true,
  });
  if (!used) throw new Error('purgeUnusedStyles: expected a style');
  return withoutUnusedProperties(used.css);
}

/** PurgeCSS keeps every `@property` rule. One of a variable that no rule reads has no effect. */
function withoutUnusedProperties(style: string): string {
  return style.replaceAll(/@property (--[\w-]+)\s*\{[^}]*\}/g, (rule, name: string) =>
    new RegExp(`var\\(\\s*${name}[\\s,)]`).test(style) ? rule : '',
  );
}

/** PurgeCSS considers only uses in stylesheets, not in images of the page. */
function variablesIn({ markup, style }: { markup: string; style: string }): string[] {
  const named = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  const names = new Set(named(markup));
  for (const name of names) {
    const values = style.matchAll(new RegExp(`${name}:([^;}]*)`, 'g'));
    for (const [, value = ''] of values) for (const other of named(value)) names.add(other);
  }
  return [...names];
}
