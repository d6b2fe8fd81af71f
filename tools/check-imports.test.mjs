import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import configuration from '../.dependency-cruiser.mjs';
import { checkImports } from './check-imports.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** For each rule: a file that breaks the rule, and what the file imports. */
const violations = {
  'contract-imports-only-contracts': ['features/a/a.contract.ts', '#server/app.ts'],
  'rules-are-pure': ['features/a/a.rules.ts', 'node:fs'],
  'web-not-to-server': ['features/a/web/Page.tsx', '../server/a.routes.ts'],
  'web-not-to-node': ['web/main.tsx', 'node:os'],
  'server-not-to-web': ['server/mail.ts', '#web/main.tsx'],
  'server-not-to-dev-dependency': ['server/lint.ts', 'tool'],
  'feature-through-public-file': ['features/b/server/b.service.ts', '#features/a/server/a.sql.ts'],
  'machinery-not-to-features': ['server/jobs.ts', '#features/a/server/a.sql.ts'],
  'common-stands-alone': ['common/geo.ts', '#server/app.ts'],
  'sandbox-apart': ['tools/sandbox/mail.ts', '#server/app.ts'],
  'product-not-to-sandbox': ['server/try.ts', '../tools/sandbox/other.ts'],
  'no-cycle': ['server/gnir.ts', './ring.ts'],
  'no-barrel': ['server/box.ts', './parts/index.ts'],
  resolvable: ['server/lost.ts', './nowhere.ts'],
};

/** Files whose imports are allowed, for each kind of file that has rules. */
const allowedFiles = {
  'features/a/a.public.ts': 'export const open = 1;',
  'features/a/server/a.sql.ts': 'export const sql = 1;',
  'features/a/server/a.routes.ts': `import '#server/app.ts';`,
  'features/b/b.contract.ts': `import 'zod'; import '#common/shape.ts'; import '#features/a/a.public.contract.ts';`,
  'features/a/a.public.contract.ts': '',
  'features/b/server/b.routes.ts': `import '#features/a/a.public.ts'; import type {} from 'tool'; import 'zod';`,
  'features/b/server/b.routes.test.ts': `import 'tool'; import '#features/a/server/a.sql.ts';`,
  'features/b/web/Page.tsx': `import '#web/main.tsx';`,
  'server/app.ts': `import '#features/a/a.public.ts';`,
  'common/shape.ts': '',
  'tools/sandbox/other.ts': '',
  'server/ring.ts': `import './gnir.ts';`,
  'server/parts/index.ts': '',
};

test('every import rule is broken by its example, and by no other file', async () => {
  write('package.json', {
    type: 'module',
    imports: {
      '#features/*': './features/*',
      '#server/*': './server/*',
      '#web/*': './web/*',
      '#common/*': './common/*',
    },
    dependencies: { zod: '1.0.0' },
    devDependencies: { tool: '1.0.0' },
  });
  for (const name of ['zod', 'tool']) {
    write(`node_modules/${name}/package.json`, {
      name,
      version: '1.0.0',
      type: 'module',
      exports: './main.js',
    });
    write(`node_modules/${name}/main.js`, '');
  }
  for (const [file, text] of Object.entries(allowedFiles)) write(file, text);
  for (const [file, imported] of Object.values(violations)) write(file, `import '${imported}';`);

  const { modules, broken } = await checkImports({ baseDir: folder });
  expect(modules).toBeGreaterThan(Object.keys(allowedFiles).length);
  const found = broken.map(({ rule, from }) => `${rule}: ${from}`);
  const expected = Object.entries(violations).map(([rule, [file]]) => `${rule}: ${file}`);
  expect(found).toEqual(expect.arrayContaining(expected));
  // Some imports break two rules. Files that are not in this set must break no rule.
  const violatingFiles = new Set([...Object.values(violations).map(([file]) => file), 'server/ring.ts']);
  expect(broken.filter(({ from }) => !violatingFiles.has(from))).toEqual([]);
  expect(new Set(Object.keys(violations))).toEqual(new Set(configuration.forbidden.map(({ name }) => name)));
});

test('features that use each other through a third feature are found, on the server and in the screens', async () => {
  const chain = { c: 'd', d: 'e', e: 'c' };
  for (const [feature, used] of Object.entries(chain)) {
    write(
      `features/${feature}/server/${feature}.public.ts`,
      `import '#features/${used}/server/${used}.public.ts';`,
    );
    write(`features/${feature}/web/${feature}.public.ts`, '');
  }
  // The server of c uses d, and the screens of d use those of c. This is no cycle, because screens and servers are
  // different parts.
  write('features/d/web/Page.tsx', `import '#features/c/web/c.public.ts';`);
  const { cycles } = await checkImports({ baseDir: folder });
  expect(cycles).toEqual(['c server ↔ d server', 'c server ↔ e server', 'd server ↔ e server']);
});

function write(name, content) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}
