import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SHUTDOWN_DELAY_MAXIMUM_SECONDS, SHUTDOWN_TIMEOUT_SECONDS } from '#server/config.ts';

test.each([
  ['momokzi.service', /^TimeoutStopSec=(\d+)$/m],
  ['compose.yaml', /^x-app:.*?stop_grace_period: (\d+)s$/ms],
])('%s waits for a stop longer than the server can take', (file, seconds) => {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const [, waits] = seconds.exec(text) ?? [];
  expect(Number(waits)).toBeGreaterThan(SHUTDOWN_DELAY_MAXIMUM_SECONDS + SHUTDOWN_TIMEOUT_SECONDS);
});

test.each([
  ['momokzi.service', /^Environment=SHUTDOWN_DELAY_SECONDS=(\d+)$/m],
  ['compose.yaml', /^ {4}SHUTDOWN_DELAY_SECONDS: '(\d+)'$/m],
])('%s serves requests until the proxy has noticed the stop', (file, seconds) => {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
  const [, delay] = seconds.exec(read(file)) ?? [];
  const [, interval] = /health_interval (\d+)s/.exec(read('Caddyfile')) ?? [];
  expect(Number(delay)).toBeGreaterThanOrEqual(2 * Number(interval));
});
