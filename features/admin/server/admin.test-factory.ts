import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { TestApp } from '#server/http/test-app.ts';

/** Creates the admin. The app must be opened with `ADMIN_EMAIL: 'boss@example.com'`. */
export async function openAdmin({ app, database }: TestApp): Promise<TestMember> {
  const admin = await signUpMember(app, { email: 'boss@example.com' });
  await database.updateTable('users').set({ email_verified: true }).where('id', '=', admin.userId).execute();
  return admin;
}
