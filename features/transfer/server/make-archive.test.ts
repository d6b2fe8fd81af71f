import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELETION_PHRASES } from '#features/account/deletion/account-deletion.contract.ts';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { loadSettings } from '#server/config.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { archiveMaker } from './make-archive.ts';

let folder: string;
let on: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-failing-archives-'));
  on = await openTestApp({ settings: { DATA_DIR: folder } });
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});

const post = (member: TestMember, url: string, payload?: object) =>
  on.app.inject({
    method: 'POST',
    url,
    headers: { ...member.headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  });

/**
 * Requests an archive and makes it with a storage that fails at the last attempt. Returns the addresses that got a
 * mail.
 * @param meanwhile called before the storage fails
 */
async function failedArchive(member: TestMember, meanwhile: () => Promise<unknown>): Promise<string[]> {
  const requested = await post(member, '/api/my-data/archive');
  const archiveId = requested.json().archive.id as string;
  const addresses: string[] = [];
  const files: Pick<ArchiveFiles, 'newFile' | 'store'> = {
    newFile: async () => path.join(folder, `${archiveId}.zip`),
    store: async () => {
      await meanwhile();
      throw new Error('The storage does not answer.');
    },
  };
  const make = archiveMaker({
    settings: { ...loadSettings({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(32) }), DATA_DIR: folder },
    jobs: on.jobs,
    mailer: { send: async (_, { address }) => void addresses.push(address), withdraw: async () => {} },
    log: on.app.log,
    files: files as ArchiveFiles,
  });
  const attempt = { signal: new AbortController().signal, isLast: true };
  await expect(make({ archiveId }, attempt)).rejects.toThrow('The storage does not answer.');
  return addresses;
}

test('마지막 시도도 실패하면 메일로 알린다', async () => {
  const member = await signUpMember(on.app);
  expect(await failedArchive(member, async () => {})).toEqual([member.email]);
});

test('만드는 사이에 탈퇴한 회원에게는 실패 메일을 보내지 않는다', async () => {
  const member = await signUpMember(on.app);
  const leave = () =>
    post(member, '/api/account/deletion/now', {
      reason: '',
      password: member.password,
      phrase: DELETION_PHRASES.ko,
    });
  expect(await failedArchive(member, leave)).toEqual([]);
});
