import { globSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '#common/endpoint.ts';

const ROOT = path.join(import.meta.dirname, '../..');

export async function allEndpoints(): Promise<Endpoint[]> {
  const files = globSync('features/**/*.contract.ts', { cwd: ROOT });
  const contracts = await Promise.all(files.map((file) => import(path.join(ROOT, file))));
  return contracts
    .flatMap((contract: Record<string, unknown>) => Object.values(contract))
    .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value);
}
