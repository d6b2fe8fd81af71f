import { execFileSync } from 'node:child_process';
import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './account.passwords.ts';

const PASSWORD = 'bowl-of-rice';

test('제품은 적힌 비용 그대로 비밀번호를 해시한다', async () => {
  const script = `import { hashPassword } from '#features/account/server/account.passwords.ts';
    process.stdout.write(await hashPassword('${PASSWORD}'));`;
  const hash = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hasProductionCost(hash)).toBe(true);
  // tools/cheap-passwords.mjs lowers the cost in this process, so this process cannot verify a hash of full cost.
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(false);
});

test('테스트에서는 값싸게 해시한다', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hasProductionCost(hash)).toBe(false);
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
});

function hasProductionCost(hash: string): boolean {
  const [salt = '', key = ''] = hash.split('$').slice(-2);
  const nonce = Buffer.from(salt, 'base64');
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  return argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost }).equals(Buffer.from(key, 'base64'));
}
