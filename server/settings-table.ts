import { type Environment, nonEmptyValues, SettingsSchema } from './config.ts';

type Setting = {
  name: string;
  /** The default value. It is null if there is no fixed default. */
  fixedDefault: string | null;
  /** What happens without a value, in Markdown. */
  otherwise: string;
  description: string;
  isSecret: boolean;
};

/** Returns a table of all settings for the terminal. Secret values are hidden. */
export function printedSettings(environment: Environment): string {
  const given = nonEmptyValues(environment);
  const rows = allSettings().map(({ name, fixedDefault, otherwise, description, isSecret }) => {
    const value = given[name];
    if (value === undefined) return [name, fixedDefault ?? plain(otherwise), 'default', plain(description)];
    return [name, isSecret ? '(hidden)' : value, 'environment', plain(description)];
  });
  return alignedTable([['SETTING', 'VALUE', 'FROM', 'MEANING'], ...rows]);
}

export function documentedSettings(): string {
  const rows = allSettings().map(
    ({ name, otherwise, description }) => `| \`${name}\` | ${otherwise} | ${description} |`,
  );
  return ['| Setting | Without it | Meaning |', '|---|---|---|', ...rows].join('\n');
}

const BEGIN = '<!-- settings: written by `npm run settings -- --document` -->';
const END = '<!-- settings end -->';

export function withDocumentedSettings(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The document lacks ${BEGIN} … ${END}.`);
  return `${before}${BEGIN}\n${documentedSettings()}\n${END}${after}`;
}

function allSettings(): Setting[] {
  return Object.entries(SettingsSchema.shape).map(([name, schema]) => {
    const { description, secret = false, unset } = schema.meta() ?? {};
    const byItself = schema.safeParse(undefined).data;
    if (!description) throw new Error(`${name} has no description.`);
    if (byItself === undefined && !unset)
      throw new Error(`${name} has neither a default nor a description of the unset state.`);
    const fixedDefault = byItself === undefined ? null : String(byItself);
    return { name, fixedDefault, otherwise: unset ?? `\`${fixedDefault}\``, description, isSecret: secret };
  });
}

const plain = (markdown: string) => markdown.replaceAll('`', '');

function alignedTable(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
