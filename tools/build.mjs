// @ts-check
/** Builds the screens and the server into dist/ if their sources have changed. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone, digestOf, ownEnvironment, pinnedNode, Refusal, root, run, textOf } from './prepare.mjs';

/** The bundle of the server, and the arguments for the pinned Node that run it. */
export const builtServer = path.join(root, 'dist', 'server', 'main.js');
export const serverProgram = ['--enable-source-maps', builtServer];

const SOURCES = [
  'common',
  'features',
  'messages',
  'package.json',
  'package-lock.json',
  'project.inlang/settings.json',
];
/** Matches files that compilers write, and tests. A change of such a file requires no build. */
const NOT_SOURCES = /(^|\/)(compiled|node_modules)(\/|$)|\.(test|test-factory|fixture)\.\w+$/;

/** The builds in their order: that of the screens also compiles the messages, which the server contains. */
const BUILDS = [
  {
    name: 'screens',
    sources: [...SOURCES, 'web', 'vite.config.ts'],
    except: /(^|\/)server\//,
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    name: 'server',
    sources: [...SOURCES, 'server', 'tools/build-server.mjs'],
    except: /(^|\/)(web|fonts|migrations)\//,
    command: ['tools/build-server.mjs'],
  },
];

export const isBuilt = () => BUILDS.every(isCurrent);

/** Builds only if the sources have changed. Requires development packages. */
export async function build() {
  if (isBuilt()) return;
  await alone('build the product', async () => {
    for (const each of BUILDS) if (!isCurrent(each)) await buildNow(each);
  });
}

async function buildNow(build) {
  console.error(`Building the ${build.name}.`);
  rmSync(stampOf(build), { force: true });
  // The digest is computed before the build. A source that changes during the build therefore causes another build.
  const digest = digestOf(sourcesOf(build));
  // In the environment of vitest, Vite would make a development build.
  const env = { ...ownEnvironment(), NODE_ENV: 'production' };
  if ((await run(pinnedNode, build.command, { env })) !== 0)
    throw new Refusal(`The ${build.name} could not be built: see above.`);
  writeFileSync(stampOf(build), digest);
}

const stampOf = ({ name }) => path.join(root, 'dist', `.built-${name}`);
const isCurrent = (build) => textOf(stampOf(build)) === digestOf(sourcesOf(build));
const sourcesOf = ({ sources, except }) => sources.flatMap(filesIn).filter((file) => !except.test(file));

/** Returns the sources of all builds. @returns {string[]} paths from the root */
export const sourceFiles = () => BUILDS.flatMap(sourcesOf);

/** @param {string} name a file or a folder @returns {string[]} */
function filesIn(name) {
  if (!statSync(path.join(root, name)).isDirectory()) return [name];
  return readdirSync(path.join(root, name), { recursive: true })
    .map((file) => `${name}/${file}`.replaceAll(path.sep, '/'))
    .filter((file) => !NOT_SOURCES.test(file) && statSync(path.join(root, file)).isFile())
    .sort();
}
