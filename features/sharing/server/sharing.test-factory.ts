import { randomUUID } from 'node:crypto';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { ListShare, ShownFields } from '#features/sharing/sharing.contract.ts';
import type { TestApp } from '#server/http/test-app.ts';

export async function openSharedList(
  on: TestApp,
  { title, shows }: { title: string; shows: ShownFields },
): Promise<{ owner: TestMember; link: ListShare }> {
  const owner = await signUpMember(on.app, { nickname: '은조' });
  await on.database
    .insertInto('memberships')
    .values({ user_id: owner.userId, account_tier: 'paid' })
    .execute();
  const answer = await on.app.inject({
    method: 'POST',
    url: '/api/list-shares',
    headers: { ...owner.headers, 'idempotency-key': randomUUID() },
    payload: { title, selection: { of: 'all' }, shows },
  });
  return { owner, link: answer.json() };
}
