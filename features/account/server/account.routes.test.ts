import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { loadSettings } from '#server/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import type { App } from '#server/http/feature.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { signUpMember } from './account.test-factory.ts';

let opened: TestDatabase;
let app: App;
beforeAll(async () => {
  opened = await createTestDatabase();
  const settings = loadSettings({ NODE_ENV: 'test', AUTH_SECRET: 'a-secret-for-tests-of-32-characters' });
  app = await buildApp({ database: opened.database, settings, jobs: createJobs(opened) });
});
afterAll(async () => {
  await app?.close();
  await opened?.close();
});

describe('sign-up', () => {
  test('a visitor becomes a member', async () => {
    const member = await signUpMember(app, { nickname: ' 김모먹 ' });
    const answer = await app.inject({ method: 'GET', url: '/api/me', headers: member.headers });
    expect(answer.json().me.displayName).toBe('김모먹');
  });
});
