import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

const folder = path.join(import.meta.dirname, '../../deploy/monitoring');
const METRICS_TOKEN = 'a-token-of-24-characters';
const promtool = (args: string[], cwd = folder) => spawnSync('promtool', args, { cwd, encoding: 'utf8' });

let on: TestApp | undefined;
afterAll(() => on?.close());

test('every metric of the alert rules and the dashboard exists', async () => {
  on = await openTestApp({
    features: [],
    settings: { METRICS_TOKEN, BACKUP_DIR: 'no-such-folder' },
    searchDatabase: { read: async () => 0 as never, replica: () => 'used' },
  });
  await on.jobs.add(on.database, 'mail.send_due', {});
  const { body } = await on.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(body).toMatch(/^database_up 1$/m);
  expect(body).toMatch(/^jobs_due 1$/m);
  expect(body).toMatch(/^backup_newest_timestamp_seconds 0$/m);
  const exposed = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const texts = await Promise.all(
    ['alerts.yml', 'grafana-dashboard.json'].map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const used = texts
    .join('\n')
    .match(
      /\b(http_request|nodejs|process|database|storage|jobs|mails|payments|provider|search|backup)_\w+/g,
    );
  const names = new Set(used?.map((name) => name.replace(/_(count|bucket)$/, '')));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !exposed.has(name))).toEqual([]);
});

const hasPromtool = promtool(['--version']).status === 0;

test.skipIf(!hasPromtool)(
  'Prometheus accepts the rules; each fires when it should, and none fires for a healthy server',
  async () => {
    const copy = await mkdtemp(path.join(os.tmpdir(), 'momokzi-promtool-'));
    await cp(folder, copy, { recursive: true });
    await writeFile(path.join(copy, 'momokzi-token'), METRICS_TOKEN);
    const config = promtool(['check', 'config', 'prometheus.yml'], copy);
    const rules = promtool(['test', 'rules', 'alerts.test.yml'], copy);
    await rm(copy, { recursive: true });
    expect([config.status, config.stderr]).toEqual([0, '']);
    expect([rules.status, rules.stderr]).toEqual([0, '']);
  },
);
