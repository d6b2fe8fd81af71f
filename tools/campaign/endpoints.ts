import { globSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '#common/endpoint.ts';

const ROOT = path.join(import.meta.dirname, '../..');

export const nameOf = ({ method, url }: Pick<Endpoint, 'method' | 'url'>): string => `${method} ${url}`;

export async function allEndpoints(): Promise<Endpoint[]> {
  const files = globSync('features/**/*.contract.ts', { cwd: ROOT });
  const contracts = await Promise.all(files.map((file) => import(path.join(ROOT, file))));
  return contracts
    .flatMap((contract: Record<string, unknown>) => Object.values(contract))
    .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value);
}

export const isWrite = ({ method }: Pick<Endpoint, 'method'>): boolean => method !== 'GET';

/** Returns the URL with the values of its parameters. A parameter without a value gets the value `otherwise`. */
export const addressOf = (
  { url }: Pick<Endpoint, 'url'>,
  parameters: Record<string, string>,
  otherwise: string,
): string => url.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(parameters[name] ?? otherwise));
