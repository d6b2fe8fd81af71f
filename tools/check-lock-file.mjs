// @ts-check
/** Checks that package-lock.json installs on every supported system and names no registry. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Names of packages with a binary for a supported system: Linux (glibc or musl) or macOS on x64 or arm64, or Windows on
 * x64.
 */
const SUPPORTED_SYSTEM = /(linux|linuxmusl|darwin)-(x64|arm64)|(win32|windows)-x64/;

/**
 * npm leaves optional packages out of the lock file without a warning when the registry lacks their version. The
 * packages for other systems are optional, so such a lock file fails only on those systems.
 *
 * @param {{ packages: Record<string, { optionalDependencies?: Record<string, string>, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean }> }} lock
 * @returns {string[]} one sentence per fault
 */
export function faultsInLockFile({ packages }) {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {}, ...entry }]) => {
    const missing = Object.keys(optionalDependencies)
      .filter((name) => SUPPORTED_SYSTEM.test(name))
      .filter((name) => !packages[`${folder}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map((name) => `${folder || 'package.json'} needs ${name}, which has no entry`);
    if (entry.resolved) missing.push(`${folder} names a registry in "resolved"`);
    const isDownloaded = folder !== '' && !entry.link && !entry.inBundle;
    if (isDownloaded && !entry.integrity) missing.push(`${folder} has no "integrity"`);
    return missing;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = faultsInLockFile(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  for (const fault of faults) console.error(`package-lock.json: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
