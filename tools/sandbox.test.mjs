// @ts-check
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from './ports.mjs';
import { prepareSandbox } from './sandbox.mjs';

describe('the ports of the sandbox', () => {
  test('differ for two products, even before the first sandbox listens', async () => {
    const wantedPort = await freePort(40);
    const first = await prepareSandbox({ environment: {}, wantedPort });
    const second = await prepareSandbox({ environment: {}, wantedPort });
    expect(first.pages.inbox).not.toBe(second.pages.inbox);
  });

  test('are not those of another program', async () => {
    const wantedPort = await freePort(40);
    const other = createServer();
    await new Promise((resolve) => other.listen(wantedPort + 3, '127.0.0.1', () => resolve(undefined)));
    const { pages } = await prepareSandbox({ environment: {}, wantedPort });
    expect(Number(new URL(pages.google).port)).toBe(wantedPort + 10);
    other.close();
  });
});
