// @ts-check
/** Checks the import rules of .dependency-cruiser.mjs. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import configuration from '../.dependency-cruiser.mjs';

const folders = ['common', 'features', 'server', 'web', 'tools', 'bench', 'e2e'];

const testCode = /[.](test|fixture|test-factory)[.]tsx?$|\/test-[^/]*[.]ts$/;

/**
 * Returns the part of a feature that a file belongs to: its server, its screens, or what both share (contracts and
 * rules).
 * @param {string} file
 */
function partOf(file) {
  const [, feature, side] = /^features\/([^/]+)\/(?:(server|web)\/)?/.exec(file) ?? [];
  return feature && `${feature} ${side ?? 'shared'}`;
}

/**
 * Returns the parts of features that use each other, directly or through other parts.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules
 * @returns {string[]}
 */
function featureCycles(modules) {
  /** @type {Map<string, Set<string>>} */
  const uses = new Map();
  for (const { source, dependencies } of modules) {
    const from = testCode.test(source) ? undefined : partOf(source);
    if (!from) continue;
    const targets = uses.get(from) ?? new Set();
    uses.set(from, targets);
    for (const { resolved } of dependencies) {
      const to = partOf(resolved);
      if (to && to.split(' ')[0] !== from.split(' ')[0]) targets.add(to);
    }
  }
  /** @param {string} start */
  const reachable = (start) => {
    const seen = new Set();
    const waiting = [start];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const target of uses.get(next) ?? []) {
        if (!seen.has(target)) waiting.push(target);
        seen.add(target);
      }
    }
    return seen;
  };
  const parts = [...uses.keys()].toSorted();
  const reached = new Map(parts.map((part) => [part, reachable(part)]));
  return parts.flatMap((one, at) =>
    parts
      .slice(at + 1)
      .filter((other) => reached.get(one)?.has(other) && reached.get(other)?.has(one))
      .map((other) => `${one} ↔ ${other}`),
  );
}

/**
 * @param {{ baseDir?: string }} [options]
 * @returns {Promise<{ modules: number, broken: { rule: string, from: string, to: string }[], cycles: string[] }>}
 */
export async function checkImports({ baseDir = process.cwd() } = {}) {
  const { forbidden, options } = configuration;
  const { output } = await cruise(
    folders.filter((folder) => existsSync(`${baseDir}/${folder}`)),
    { ...options, ruleSet: { forbidden }, validate: true, baseDir },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text.');
  return {
    modules: output.summary.totalCruised,
    broken: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    cycles: featureCycles(output.modules),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { modules, broken, cycles } = await checkImports();
  for (const { rule, from, to } of broken) {
    const comment = configuration.forbidden.find(({ name }) => name === rule)?.comment;
    console.error(`${from} → ${to}\n  ${rule}: ${comment}`);
  }
  for (const cycle of cycles) {
    console.error(
      `${cycle}\n  feature-cycle: these features use each other. Declare an extension point in one of them, and let the other register there (CONTRIBUTING.md, import rules).`,
    );
  }
  console.log(`${modules} modules, ${broken.length} imports that break a rule`);
  // Fewer than 50 modules mean that the sources were not found. This counts as a failure, because then no rule is
  // checked.
  process.exitCode = modules < 50 || broken.length > 0 || cycles.length > 0 ? 1 : 0;
}
