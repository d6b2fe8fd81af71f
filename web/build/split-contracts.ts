import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Matches files that contain schemas next to code that every page needs. */
const WITH_SCHEMAS = /\/(?:features\/.*\.contract|common\/(?:geo|problem|texts))\.ts$/;
const EXPORTED = /^export (?:const|function|async function) (\w+)/gm;
/** Matches names of schemas. By convention, only schemas have names of this form. */
const SCHEMA_NAME = /^[A-Z][A-Za-z]*[a-z][A-Za-z]*$/;

/**
 * For browsers, splits every contract into two modules. zod (26 KB gzip) then loads with the first form and not with
 * the first page. `?light` contains the limits, and the endpoints without their schemas. `?schemas` contains the
 * schemas. `call()` needs only the method and the URL of an endpoint. In the browser, the schemas of an endpoint are
 * only types.
 *
 * Imports of a contract do not change. There are two modules, because a bundler never splits a module.
 */
export function splitContracts(): Plugin[] {
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
      // `post` makes the plugin run after the types have been removed.
      enforce: 'post',
      transform(code, id) {
        const half = /\.ts\?(light|schemas)$/.exec(id)?.[1];
        if (half !== 'light' && half !== 'schemas') {
          if (/\.schema\.(?:body|params|querystring|response)\b/.test(code) && !id.includes('/node_modules/'))
            this.error(
              'A screen uses the inline schema of an endpoint. Export the schema with a name from the contract.',
            );
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

/** Functions without side effects. The bundler may drop a call of these functions if its result is unused. */
export const PURE_IN_CONTRACTS = ['z', 'endpoint', 'defineProblems'];

function exportedNames(code: string): Record<'light' | 'schemas', string[]> {
  const names = [...code.matchAll(EXPORTED)].map((match) => String(match[1]));
  return {
    light: names.filter((name) => !SCHEMA_NAME.test(name)),
    schemas: names.filter((name) => SCHEMA_NAME.test(name)),
  };
}

/** Returns the `schema` properties in `endpoint({ … })`, each with its trailing comma. */
function schemasOfEndpoints(program: Node): Node[] {
  return [...descendants(program)]
    .filter(
      (node) => node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'endpoint',
    )
    .flatMap((call) => (call.arguments as { properties: Node[] }[])[0]?.properties ?? [])
    .filter((property) => (property.key as { name?: string }).name === 'schema');
}

/** Returns the declarations that `names` do not use, directly or indirectly. */
function notReachedFrom({ program, names }: { program: { body: Node[] }; names: readonly string[] }): Node[] {
  const declarations = program.body.filter((node) => node.type !== 'ImportDeclaration');
  const wanted = new Set(names);
  for (let before = -1; before !== wanted.size;) {
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

/** Replaces code by spaces, so that positions and the source map stay valid. */
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
