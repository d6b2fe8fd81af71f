import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Files that hold zod schemas beside what every page needs. */
const WITH_SCHEMAS = /\/(?:features\/.*\.contract|common\/(?:geo|problem))\.ts$/;
const EXPORTED = /^export (?:const|function|async function) (\w+)/gm;
/** House style: schemas alone are written so. */
const SCHEMA_NAME = /^[A-Z][A-Za-z]*[a-z][A-Za-z]*$/;

/**
 * Splits every contract in two for browsers, so that zod (26 KB gzip) comes with the first form instead of with the
 * first page: `?light` has the limits and the endpoints, these without their schemas, and `?schemas` has the
 * schemas. `call()` needs an endpoint's method and address; to the browser its schemas are types.
 *
 * Whoever imports a contract sees no difference. It takes two modules because a bundler never divides one.
 */
export function contractsInTwo(): Plugin[] {
  return [
    {
      name: 'contracts-in-two',
      apply: 'build',
      enforce: 'pre',
      load: {
        filter: { id: WITH_SCHEMAS },
        async handler(id) {
          const names = exportedNames(await readFile(id, 'utf8'));
          const file = `./${id.split('/').at(-1)}`;
          const code = [
            `export { ${names.light.join(', ')} } from '${file}?light';`,
            `export { ${names.schemas.join(', ')} } from '${file}?schemas';`,
          ].join('\n');
          return { code, moduleSideEffects: false };
        },
      },
    },
    {
      name: 'half-contracts',
      apply: 'build',
      // After TypeScript is gone.
      enforce: 'post',
      transform(code, id) {
        const half = /\.ts\?(light|schemas)$/.exec(id)?.[1];
        if (half !== 'light' && half !== 'schemas') {
          if (/\.schema\.(?:body|params|querystring|response)\b/.test(code) && !id.includes('/node_modules/'))
            this.error('A screen reads the schema of an endpoint: give that schema a name in the contract.');
          return null;
        }
        const names = exportedNames(code)[half];
        const withoutSchemas = blank({
          code,
          nodes: schemasOfEndpoints(this.parse(code) as unknown as Node),
        });
        const program = this.parse(withoutSchemas) as unknown as Node & { body: Node[] };
        return {
          code: blank({ code: withoutSchemas, nodes: notReachedFrom({ program, names }) }),
          map: null,
        };
      },
    },
  ];
}

/** Calls that only make a value: the bundler may drop those whose value nobody wants. */
export const PURE_IN_CONTRACTS = ['z', 'endpoint', 'defineProblems'];

function exportedNames(code: string): Record<'light' | 'schemas', string[]> {
  const names = [...code.matchAll(EXPORTED)].map((match) => String(match[1]));
  return {
    light: names.filter((name) => !SCHEMA_NAME.test(name)),
    schemas: names.filter((name) => SCHEMA_NAME.test(name)),
  };
}

/** The `schema` properties in `endpoint({ … })`, each with the comma after it. */
function schemasOfEndpoints(program: Node): Node[] {
  return [...descendants(program)]
    .filter(
      (node) => node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'endpoint',
    )
    .flatMap((call) => (call.arguments as { properties: Node[] }[])[0]?.properties ?? [])
    .filter((property) => (property.key as { name?: string }).name === 'schema');
}

/** The top-level declarations that none of `names` needs, directly or through others. */
function notReachedFrom({ program, names }: { program: { body: Node[] }; names: readonly string[] }): Node[] {
  const declarations = program.body.filter((node) => node.type !== 'ImportDeclaration');
  const wanted = new Set(names);
  for (let before = -1; before !== wanted.size; ) {
    before = wanted.size;
    for (const declaration of declarations)
      if (declaredNames(declaration).some((name) => wanted.has(name)))
        for (const node of descendants(declaration))
          if (node.type === 'Identifier') wanted.add(String(node.name));
  }
  return declarations.filter((declaration) => !declaredNames(declaration).some((name) => wanted.has(name)));
}

function declaredNames(statement: Node): string[] {
  const declaration = (statement.declaration ?? statement) as Node & {
    id?: { name?: string };
    declarations?: { id: { name?: string } }[];
  };
  const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id];
  return ids.flatMap((id) => id?.name ?? []);
}

/** Blanked, not cut: every other character keeps its place, and with it the source map. */
function blank({ code, nodes }: { code: string; nodes: readonly Node[] }): string {
  let blanked = code;
  for (const { start, end } of nodes) {
    const commaAfter = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
    const hidden = code.slice(start, end + commaAfter).replace(/[^\n]/g, ' ');
    blanked = blanked.slice(0, start) + hidden + blanked.slice(end + commaAfter);
  }
  return blanked;
}

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) yield* descendants(child as Node);
}
