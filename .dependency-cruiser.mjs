/**
 * The import rules: which files may import which. `npm test` checks them (tools/check-imports.mjs), and
 * tools/check-imports.test.mjs checks that each rule can fail.
 */

/** Tests and their helpers may use tools that the product may not use. */
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
      'contract-imports-only-contracts',
      'A contract describes requests and responses. It imports only zod, common/, limits and other contracts.',
      { path: '[.]contract[.]ts$' },
      { pathNot: ['^node_modules/zod/', '^common/', '[.](contract|limits)[.]ts$'] },
    ),
    rule(
      'rules-are-pure',
      'A rule is a pure function. It imports only contracts, limits, other rules, data and common/, and does no I/O.',
      { path: '[.]rules[.]ts$' },
      {
        pathNot: [
          '^common/',
          '[.](contract|limits|rules)[.]ts$',
          '^features/[^/]+/[^/]+[.]json$',
          '^node_modules/es-hangul/',
        ],
      },
    ),
    rule(
      'web-not-to-server',
      'Screens run in the browser. They import nothing from a server.',
      { path: web, pathNot: ['^web/build/', testCode] },
      { path: ['^server/', '^features/[^/]+/server/', '^features/account/[^/]+/server/'] },
    ),
    rule(
      'web-not-to-node',
      'Screens run in the browser. They import no modules of Node.',
      { path: web, pathNot: ['^web/build/', testCode] },
      { dependencyTypes: ['core'] },
    ),
    rule('server-not-to-web', 'The server imports no screens.', { path: server }, { path: web }),
    rule(
      'server-not-to-dev-dependency',
      'The server runs without development dependencies.',
      { path: server, pathNot: testCode },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'feature-through-public-file',
      'From another feature, import only its contracts, its limits, its rules and its public files.',
      { path: '^features/([^/]+)/', pathNot: testCode },
      {
        path: '^features/',
        pathNot: ['^features/$1/', '[.](contract|limits|rules)[.]ts$', '[.]public[.]tsx?$'],
      },
    ),
    rule(
      'machinery-not-to-features',
      'Shared code does not import features. Only server/app.ts and web/routes/ list them.',
      {
        path: '^(common|server|web)/',
        pathNot: ['^server/app[.]ts$', '^web/routes/', '^server/http/openapi', testCode],
      },
      { path: '^features/' },
    ),
    rule(
      'common-stands-alone',
      'common/ is for server and screens, and imports neither.',
      { path: '^common/', pathNot: testCode },
      { path: '^(server|web)/' },
    ),
    rule(
      'sandbox-apart',
      'The sandbox imports no code of the product, only generators of the tests.',
      { path: '^tools/sandbox/' },
      { path: '^(common|features|server|web)/', pathNot: testCode },
    ),
    rule(
      'product-not-to-sandbox',
      'The product does not import the sandbox.',
      { path: '^(common|features|server|web)/', pathNot: testCode },
      { path: '^tools/sandbox/' },
    ),
    rule('no-cycle', 'Files must not import each other in a cycle.', {}, { circular: true }),
    rule(
      'no-barrel',
      'Import from the file that defines the export. No index files.',
      {},
      { path: '^(?!node_modules).*(^|/)index[.]tsx?$' },
    ),
    rule(
      'resolvable',
      'Every import must be found, because an import that is not found cannot be checked.',
      {},
      { couldNotResolve: true, pathNot: '[?](url|raw|inline|worker)$|^virtual:' },
    ),
  ],
  options: {
    // TypeScript 7 has no parser API. Without this parser, no file would be read, and every check would pass.
    parser: /** @type {const} */ ('swc'),
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules|^messages/compiled' },
    // bench/peers has packages of its own, which are not installed here.
    exclude: { path: '^(dist|messages/compiled/browser/messages/|bench/peers/parse-server/)' },
    moduleSystems: /** @type {['es6']} */ (['es6']),
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
    },
  },
};
