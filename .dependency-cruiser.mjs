/**
 * The import law: what may import what. `npm test` checks it (tools/check-imports.mjs), and
 * tools/check-imports.test.mjs that each rule can fail.
 */

/** Programs and helpers of tests may use the tools that products may not. */
const testCode = '([.]test[.]tsx?|[.]fixture[.]ts|[.]test-factory[.]ts|/test-[^/]*[.]ts)$';
const server = ['^server/', '^features/[^/]+/server/', '^features/account/[^/]+/server/'];
const web = ['^web/', '^features/[^/]+/web/', '^features/account/[^/]+/web/'];

const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: /** @type {const} */ ('error'),
  from,
  to,
});

export default {
  forbidden: [
    rule(
      'contract-imports-little',
      'A contract says what travels: it imports zod, common/ and other contracts.',
      { path: '[.]contract[.]ts$' },
      { pathNot: ['^node_modules/zod/', '^common/', '[.]contract[.]ts$'] },
    ),
    rule(
      'rules-are-pure',
      'A rule decides on plain values: it imports contracts, other rules, data and common/, and does no I/O.',
      { path: '[.]rules[.]ts$' },
      {
        pathNot: [
          '^common/',
          '[.](contract|rules)[.]ts$',
          '^features/[^/]+/[^/]+[.]json$',
          '^node_modules/es-hangul/',
        ],
      },
    ),
    rule(
      'web-not-to-server',
      'Screens run in the browser: nothing of a server, nothing of Node.',
      { path: web, pathNot: ['^web/build/', testCode] },
      { path: ['^server/', '^features/[^/]+/server/', '^features/account/[^/]+/server/'] },
    ),
    rule(
      'web-not-to-node',
      'Screens run in the browser: nothing of Node.',
      { path: web, pathNot: ['^web/build/', testCode] },
      { dependencyTypes: ['core'] },
    ),
    rule('server-not-to-web', 'Nothing of the server imports screens.', { path: server }, { path: web }),
    rule(
      'server-not-to-dev-dependency',
      'A server runs without the tools it was made with.',
      { path: server, pathNot: testCode },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'feature-through-its-front-door',
      "Of another feature one imports its contract, its rules and its public file; of none its tables' SQL.",
      { path: '^features/([^/]+)/', pathNot: testCode },
      { path: '^features/', pathNot: ['^features/$1/', '[.](contract|rules)[.]ts$', '[.]public[.]tsx?$'] },
    ),
    rule(
      'machinery-not-to-features',
      'The machinery does not know the features; server/app.ts and web/routes/ list them.',
      {
        path: '^(common|server|web)/',
        pathNot: ['^server/app[.]ts$', '^web/routes/', '^server/http/openapi', testCode],
      },
      { path: '^features/' },
    ),
    rule(
      'common-stands-alone',
      'What both sides need depends on neither.',
      { path: '^common/', pathNot: testCode },
      { path: '^(server|web)/' },
    ),
    rule(
      'sandbox-apart',
      'The stand-ins for other services import nothing of the product.',
      { path: '^tools/sandbox/' },
      { path: '^(common|features|server|web)/' },
    ),
    rule(
      'product-not-to-sandbox',
      'The product does not know the sandbox.',
      { path: '^(common|features|server|web)/', pathNot: testCode },
      { path: '^tools/sandbox/' },
    ),
    rule(
      'no-cycle',
      'Of two that import each other neither can be understood first.',
      {},
      { circular: true },
    ),
    rule(
      'no-barrel',
      'Import a thing from where it is.',
      {},
      { path: '^(?!node_modules).*(^|/)index[.]tsx?$' },
    ),
    rule(
      'resolvable',
      'An import that is not found is not checked either.',
      {},
      { couldNotResolve: true, pathNot: '[?](url|raw|inline|worker)$|^virtual:' },
    ),
  ],
  options: {
    // TypeScript 7 has no parser to lend; without this no file would be read and no rule broken.
    parser: /** @type {const} */ ('swc'),
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules|^messages/compiled' },
    // bench/peers has packages of its own, which are not installed here.
    exclude: { path: '^(dist|messages/compiled/messages/|bench/peers/parse-server/)' },
    moduleSystems: /** @type {['es6']} */ (['es6']),
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
    },
  },
};
