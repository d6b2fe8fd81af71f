import { expect } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { ImportRow, PlaceImport } from '#features/transfer/imports.contract.ts';
import type { TestApp } from '#server/http/test-app.ts';

export async function paidMember(on: TestApp): Promise<TestMember> {
  const member = await signUpMember(on.app);
  await on.database
    .insertInto('memberships')
    .values({ user_id: member.userId, account_tier: 'paid' })
    .execute();
  return member;
}

/** Returns functions that send a member's requests for imports. */
export const importsOf = (on: TestApp, member: TestMember) => {
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    on.app.inject({
      method,
      url: `/api/place-imports${path}`,
      headers: member.headers,
      ...(payload && { payload }),
    });
  return {
    send,
    add: async (rows: object[]): Promise<PlaceImport> => {
      const answer = await send('POST', '', { rows });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    match: async (id: string): Promise<void> => {
      for (;;) {
        const answer = await send('POST', `/${id}/matches`);
        expect(answer.statusCode, answer.body).toBe(200);
        if (answer.json().rows.length === 0) return;
      }
    },
    rows: async (id: string): Promise<ImportRow[]> => {
      const rows: ImportRow[] = [];
      for (;;) {
        const page = (await send('GET', `/${id}/rows?after=${rows.at(-1)?.position ?? -1}`)).json().rows;
        if (page.length === 0) return rows;
        rows.push(...page);
      }
    },
    now: async (id: string): Promise<PlaceImport> => (await send('GET', `/${id}`)).json(),
    change: (id: string, changes: object[]) => send('PATCH', `/${id}/rows`, { changes }),
    save: (id: string, positions: number[]) => send('POST', `/${id}/save`, { positions }),
    undo: (id: string) => send('POST', `/${id}/undo`),
  };
};
