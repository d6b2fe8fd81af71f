import { PurgeCSS } from 'purgecss';

/**
 * Removes the styles that the page never uses. Styles that the page uses before or after its scripts have run are kept.
 */
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
    // The text is split at `>`, which ends an element. Some Tailwind classes contain this character: `[&>svg]:size-5`.
    // Therefore the text is also split without it.
    defaultExtractor: (text) => [/[\s"'`<>=/]+/, /[\s"'`<=]+/].flatMap((between) => text.split(between)),
    safelist: {
      // The server sets the theme. Therefore the rules of every theme are kept.
      greedy: [/data-theme/],
      variables: variablesIn({ markup, style }),
    },
    variables: true,
    keyframes: true,
  });
  if (!used) throw new Error('purgeUnusedStyles: expected a style');
  return withoutUnusedProperties(used.css);
}

/**
 * Removes `@property` rules whose variable no rule reads. Such rules have no effect, but PurgeCSS keeps every
 * `@property` rule.
 */
function withoutUnusedProperties(style: string): string {
  return style.replaceAll(/@property (--[\w-]+)\s*\{[^}]*\}/g, (rule, name: string) =>
    new RegExp(`var\\(\\s*${name}[\\s,)]`).test(style) ? rule : '',
  );
}

/** Returns the names of used variables. PurgeCSS itself finds only uses in stylesheets, not in images of the page. */
function variablesIn({ markup, style }: { markup: string; style: string }): string[] {
  const named = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  const names = new Set(named(markup));
  for (const name of names) {
    const values = style.matchAll(new RegExp(`${name}:([^;}]*)`, 'g'));
    for (const [, value = ''] of values) for (const other of named(value)) names.add(other);
  }
  return [...names];
}
