import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier } from '@mdn/browser-compat-data';
import postcss, { type Node as StyleNode } from 'postcss';
import { parseAst, type Plugin } from 'vite';

/** The oldest supported versions, by the names of MDN's browser-compat-data. Samsung Internet 23 is Chromium 115. */
const OLDEST_BROWSERS = {
  chrome: '109',
  firefox: '115',
  safari: '16.4',
  safari_ios: '16.4',
  samsunginternet_android: '23.0',
} as const;

/** The targets for which Vite transpiles syntax. They are the versions of `OLDEST_BROWSERS`. */
export const BUILD_TARGET = ['chrome109', 'firefox115', 'safari16.4', 'ios16.4'];

/** The features that web/browser/polyfills.ts adds where they are missing. */
export const POLYFILLED = ['Map.groupBy', 'URL.canParse', '.toSorted()', '.toSpliced()'];

/** The oldest browsers lack these features, but the product does not depend on them. The values are the reasons. */
const HARMLESS: Readonly<Record<string, string>> = {
  '.copyTo()': 'a method of VideoFrame, for which MapLibre uses a canvas',
  '.createPolicy()': "Google's libraries call it where Trusted Types exist",
  '.getType()': 'a method of clipboard items, which these browsers do not have',
  '.handle()': 'a method of Tesseract, not of MediaSource',
  '.skipTransition()': 'React calls it only on a view transition, after a check',
  ':open': 'only in a forgiving :is(), next to [open]',
  ':popover-open': 'only in a forgiving :is(), next to [open]',
  '::details-content': 'animates the opening of an answer',
  '@page': 'print margins',
  '@property': 'Tailwind sets the same initial values under @supports',
  'break-after: avoid': 'print only',
  'contain-intrinsic-size': 'estimates the size of content that content-visibility skips',
  'content-visibility': 'saves layout work',
  cursor: 'iOS has no cursor',
  'font-family: ui-monospace': 'first of several typefaces',
  'forced-color-adjust': 'these browsers have no forced colors',
  'justify-content: safe': 'overrides a declaration that these browsers support',
  orphans: 'print only',
  resize: 'iOS has no handle to resize a field',
  'scrollbar-color': 'look of a scrollbar',
  'scrollbar-width': 'look of a scrollbar',
  'text-decoration: dotted': 'Safari draws a solid line',
  'text-wrap': 'balances lines; the text is the same',
  'unit lh': 'only the height of an empty date field',
  widows: 'print only',
};

/**
 * Fails the build if code or CSS uses a feature that one of the oldest browsers lacks, according to MDN's data. Uses
 * behind a check (`typeof`, `in`, `?.`, `@supports`) are allowed.
 * A method is also allowed if a supported interface has a method of the same name. For example, `map` is a method of
 * arrays and of iterators. For these names, TypeScript still refuses methods that are newer than the `lib` of
 * tsconfig.web.json.
 *
 * @param polyfilled features that a polyfill adds
 */
export function browserSupport({ polyfilled = [] }: { polyfilled?: readonly string[] } = {}): Plugin {
  return {
    name: 'browser-support',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const scripts: Record<string, string> = {};
        const workers: Record<string, string> = {};
        const styles: Record<string, string> = {};
        for (const output of Object.values(bundle))
          if (output.type === 'chunk') scripts[output.fileName] = output.code;
          else if (/\.m?js$/.test(output.fileName)) workers[output.fileName] = String(output.source);
          else if (output.fileName.endsWith('.css')) styles[output.fileName] = String(output.source);
        const missing = [
          ...missingFeatures({ scripts, styles }).filter(({ feature }) => !polyfilled.includes(feature)),
          // Polyfills of the page do not reach a worker. If a worker imports polyfills, its file contains the code of
          // web/browser/missing-features.ts. The plugin then allows the features that the polyfills add.
          ...missingFeatures({ scripts: workers }),
        ];
        if (missing.length > 0)
          this.error(
            [
              'Features that the oldest supported browsers lack (web/build/browser-support.ts):',
              ...missing.map(
                ({ feature, browsers, place }) => `${feature} (${browsers.join(', ')}) in ${place}`,
              ),
            ].join('\n'),
          );
      },
    },
  };
}

export type MissingMember = { owner: string; name: string; isStatic: boolean };

/**
 * Returns the members of interfaces that one of the oldest browsers lacks. The check of the build does not see
 * properties that are only read, because other interfaces have properties with the same names, such as `size`.
 * Therefore e2e/old-browsers.spec.ts removes these members from the browser.
 */
export function missingMembers(): MissingMember[] {
  const groups = [bcd.api, bcd.javascript.builtins].flatMap((group) => Object.entries(group ?? {}));
  return groups.flatMap(([owner, members]) =>
    Object.entries(members as Identifier)
      .filter(([, member]) => lacking(member as Identifier).length > 0)
      .map(([name]) => ({
        owner,
        name: name.replace(/_static$/, ''),
        isStatic: name.endsWith('_static'),
      })),
  );
}

type Missing = { feature: string; browsers: string[]; place: string };

/**
 * @param scripts contents by file name
 * @param styles contents by file name
 */
export function missingFeatures({
  scripts = {},
  styles = {},
}: {
  scripts?: Readonly<Record<string, string>>;
  styles?: Readonly<Record<string, string>>;
}): Missing[] {
  const missing = new Map<string, Missing>();
  const report = (file: string) => (feature: string, browsers: string[], place?: string) => {
    if (browsers.length === 0 || feature in HARMLESS || missing.has(feature)) return;
    missing.set(feature, { feature, browsers, place: place ? `${file}: ${place}` : file });
  };
  const programs = Object.entries(scripts).map(([file, code]) => ({ file, nodes: nodesOf(code) }));
  const ownMethods = new Set(programs.flatMap(({ nodes }) => nodes.flatMap(definedMethod)));
  for (const { file, nodes } of programs) checkScript({ nodes, ownMethods, report: report(file) });
  for (const [file, style] of Object.entries(styles)) checkStyle({ style, report: report(file) });
  return [...missing.values()];
}

/**
 * Reports a missing feature.
 * @param place location in the file, if it helps to find the use
 */
type Report = (feature: string, browsers: string[], place?: string) => void;

// ---- JavaScript

type Syntax = { type: string; [key: string]: unknown };
type Placed = { node: Syntax; parent: Syntax };

function nodesOf(code: string): Placed[] {
  const placed: Placed[] = [];
  const visit = (node: Syntax, parent: Syntax) => {
    placed.push({ node, parent });
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child, node);
  };
  const program = parseAst(code) as unknown as Syntax;
  visit(program, program);
  return placed;
}

/** The methods by name. Several interfaces may have a method of the same name, such as `format` and `values`. */
const METHODS = new Map<string, Identifier[]>();
for (const group of [bcd.api, bcd.javascript.builtins, bcd.webassembly.api])
  for (const members of Object.values(group ?? {}))
    for (const [name, member] of Object.entries(members as Identifier))
      if (name !== '__compat' && !/_(static|event)$/.test(name))
        METHODS.set(name, [...(METHODS.get(name) ?? []), member as Identifier]);

function checkScript({
  nodes,
  ownMethods,
  report,
}: {
  nodes: readonly Placed[];
  ownMethods: ReadonlySet<string>;
  report: Report;
}): void {
  const guarded = new Set(nodes.flatMap(checkedName));
  for (const { node, parent } of nodes) {
    if (node.type === 'NewExpression') {
      const name = nameOf(node.callee);
      if (name && !guarded.has(name)) report(`new ${name}`, lacking(globalOf(name)));
    }
    const isCalled = parent.type === 'CallExpression' && parent.callee === node;
    if (node.type !== 'MemberExpression' || node.computed || !isCalled) continue;
    const method = nameOf(node.property);
    if (!method || guarded.has(method) || parent.optional) continue;
    const object = nameOf(node.object);
    const isGlobal = object !== null && globalOf(object) !== undefined;
    const known = isGlobal ? staticOf({ object, method }) : undefined;
    if (known) report(`${object}.${method}`, lacking(known));
    else if (!ownMethods.has(method)) report(`.${method}()`, lackingEverywhere(METHODS.get(method)));
  }
}

const nameOf = (node: unknown): string | null =>
  (node as Syntax).type === 'Identifier' ? String((node as Syntax).name) : null;

const globalOf = (name: string): Identifier | undefined =>
  below(bcd.api, name) ?? below(bcd.javascript.builtins, name);

const staticOf = ({ object, method }: { object: string; method: string }): Identifier | undefined =>
  below(below(bcd.api, object), `${method}_static`) ?? below(below(bcd.javascript.builtins, object), method);

/**
 * Returns the name if the code only checks that it exists: `typeof x.name`, `'name' in x`, `x.name?.()`, `if (x.name)`.
 */
function checkedName({ node, parent }: Placed): string[] {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return textOf(node.left as Syntax);
  if (node.type === 'UnaryExpression' && node.operator === 'typeof')
    return [nameOf(node.argument) ?? []].flat();
  const isCall = parent.type === 'CallExpression' && parent.callee === node && !parent.optional;
  const isWritten = parent.type === 'AssignmentExpression' && parent.left === node;
  if (node.type !== 'MemberExpression' || node.computed || isCall || isWritten) return [];
  return [nameOf(node.property) ?? []].flat();
}

/** Returns the text of a string. Minifiers may write strings as template literals. */
function textOf(node: Syntax): string[] {
  if (node.type === 'Literal') return [String(node.value)];
  if (node.type !== 'TemplateLiteral') return [];
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
}

/** Returns the name of a method that the product or a library defines itself. */
function definedMethod({ node }: Placed): string[] {
  const isMember = ['MethodDefinition', 'PropertyDefinition', 'Property'].includes(node.type);
  if (isMember && !node.computed && node.value) return [nameOf(node.key) ?? []].flat();
  const { type, left } = node as { type: string; left?: Syntax };
  if (type !== 'AssignmentExpression' || left?.type !== 'MemberExpression') return [];
  return [nameOf(left.property) ?? []].flat();
}

// ---- CSS

function checkStyle({ style, report }: { style: string; report: Report }): void {
  postcss.parse(style).walk((node) => {
    if (isBehindSupports(node)) return;
    if (node.type === 'atrule') report(`@${node.name}`, lacking(below(bcd.css['at-rules'], node.name)));
    if (node.type === 'rule')
      for (const [feature, , name = ''] of bare(node.selector).matchAll(/(::?)([a-z][\w-]*)/g))
        report(feature, lacking(below(bcd.css.selectors, name)), node.selector);
    if (node.type !== 'decl' || node.prop.startsWith('-webkit-')) return;
    const property = below(bcd.css.properties, node.prop);
    const hasPrefixed = node.parent?.some(
      (other) => other.type === 'decl' && other.prop.endsWith(`-${node.prop}`),
    );
    if (property && !hasPrefixed) report(node.prop, lacking(property));
    const value = bare(node.value);
    for (const [, keyword = ''] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)(?![\w-])/g))
      if (!(node.prop in HARMLESS)) report(`${node.prop}: ${keyword}`, lacking(below(property, keyword)));
    for (const [, name = ''] of value.matchAll(/([a-z][a-z-]*)\(/g))
      for (const type of Object.values(bcd.css.types ?? {}))
        report(`${name}()`, lacking(below(type as Identifier, name)));
    for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g))
      report(`unit ${unit}`, lacking(below(below(bcd.css.types, 'length'), unit)));
  });
}

function isBehindSupports(node: StyleNode): boolean {
  for (let above = node.parent; above; above = above.parent as typeof above)
    if (above.type === 'atrule' && 'name' in above && above.name === 'supports') return true;
  return false;
}

/** Removes text in which a name could occur by chance: escapes of Tailwind's classes, strings, URLs and variables. */
const bare = (text: string) =>
  text
    .replace(/\\./g, '')
    .replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
    .replace(/--[\w-]+/g, '');

// ---- MDN's data

const below = (group: Identifier | undefined, name: string): Identifier | undefined =>
  group && Object.hasOwn(group, name) ? group[name] : undefined;

function lacking(feature: Identifier | undefined): string[] {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return Object.entries(OLDEST_BROWSERS).flatMap(([browser, version]) => {
    const statements = [support[browser as keyof typeof support] ?? []].flat();
    const isSupported = statements.some(
      ({ flags, prefix, alternative_name, version_added, version_removed }) =>
        !flags &&
        !prefix &&
        !alternative_name &&
        isAtMost(version_added, version) &&
        !isAtMost(version_removed, version),
    );
    return statements.length === 0 || isSupported ? [] : [`${browser} ${version}`];
  });
}

/**
 * Returns the browsers that lack a method. Several interfaces can have a method of this name, and the code does not
 * show which interface is meant.
 * The method counts as missing only if all these interfaces lack it in at least one browser.
 */
function lackingEverywhere(features: readonly Identifier[] = []): string[] {
  const missing = features.map(lacking);
  return missing.every((browsers) => browsers.length > 0) ? [...new Set(missing.flat())] : [];
}

function isAtMost(one: string | false | null | undefined, other: string): boolean {
  if (typeof one !== 'string' || one === 'preview') return false;
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [one, other].map((version) =>
    version.replace('≤', '').split('.').map(Number),
  ) as [number[], number[]];
  return major === otherMajor ? minor <= otherMinor : major < otherMajor;
}
