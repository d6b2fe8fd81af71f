// @ts-check
/** Checks the import rules of .dependency-cruiser.mjs. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import law from '../.dependency-cruiser.mjs';

const folders = ['common', 'features', 'server', 'web', 'sandbox', 'bench', 'e2e'];

/**
 * @param {{ baseDir?: string }} [options]
 * @returns {Promise<{ modules: number, broken: { rule: string, from: string, to: string }[] }>}
 */
export async function checkImports({ baseDir = process.cwd() } = {}) {
  const { forbidden, options } = law;
  const { output } = await cruise(
    folders.filter((folder) => existsSync(`${baseDir}/${folder}`)),
    { ...options, ruleSet: { forbidden }, validate: true, baseDir },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text.');
  return {
    modules: output.summary.totalCruised,
    broken: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { modules, broken } = await checkImports();
  for (const { rule, from, to } of broken) {
    const comment = law.forbidden.find(({ name }) => name === rule)?.comment;
    console.error(`${from} → ${to}\n  ${rule}: ${comment}`);
  }
  console.log(`${modules} modules, ${broken.length} imports against the law`);
  // Without any module no rule can be broken; that is not a success.
  process.exitCode = modules < 50 || broken.length > 0 ? 1 : 0;
}
