import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { serverProgram } from '../../tools/build.mjs';
import { SECRET } from './secret.ts';

export type OwnProduct = { url: string; dataFolder: string; stop: () => Promise<void> };

const TIMEOUT_MS = 60_000;

/**
 * Starts the built product, for stories about an installation. It begins with a copy of the folder that
 * tools/e2e-server.mjs has prepared, because creating the database and the demonstration accounts takes three times as
 * long as a start. Without this folder it begins with a new database.
 */
export async function startProduct({
  port,
  settings,
}: {
  port: number;
  settings: Record<string, string>;
}): Promise<OwnProduct> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-e2e-'));
  const { E2E_PREPARED_DIR } = process.env;
  if (E2E_PREPARED_DIR) spawnSync('cp', ['-a', `${E2E_PREPARED_DIR}/.`, dataFolder], { stdio: 'inherit' });
  const url = `http://localhost:${port}`;
  if (await isReady(url)) throw new Error(`Another product uses port ${port}. Set E2E_PORT to another one.`);
  const server = spawn(process.execPath, serverProgram, {
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dataFolder,
      AUTH_SECRET: SECRET,
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000',
      TRUSTED_PROXY: 'loopback',
      // New members see no provided restaurants, so their map starts empty.
      PROVIDED_VISIBILITY_DAYS: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };

  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('The product did not start.');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { url, dataFolder, stop };
}

export function productWithProvided(port: number): () => OwnProduct {
  let product: OwnProduct;
  test.beforeAll(async () => {
    const settings = { PROVIDED_VISIBILITY_DAYS: '7', SANDBOX: 'off' };
    product = await startProduct({ port, settings });
  });
  test.afterAll(() => product?.stop());
  return () => product;
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
