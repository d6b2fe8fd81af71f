import type { Connection } from '#server/database/database.ts';

export type NewMember = {
  userId: string;
  email: string;
  emailVerified: boolean;
  nickname: string;
  locale: 'ko' | 'en';
};

export const lockNewMember = (connection: Connection): Promise<NewMember | undefined> =>
  connection
    .selectFrom('users')
    .select([
      'id as userId',
      'email',
      'email_verified as emailVerified',
      'name as nickname',
      (row) => row.ref('locale').$castTo<'ko' | 'en'>().as('locale'),
    ])
    .where('welcomed_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export const setWelcomed = (connection: Connection, { userId, now }: { userId: string; now: Date }) =>
  connection.updateTable('users').set({ welcomed_at: now }).where('id', '=', userId).execute();
