import { sql } from 'kysely';
import type { AdminAct } from '#features/admin/admin.contract.ts';
import type { Connection } from '#server/database/database.ts';

type State = Record<string, unknown> | null;

/** An act as it is kept. */
export type NewAct = {
  id: string;
  adminUid: string;
  act: string;
  subject: string;
  aboutUid: string | null;
  before: State;
  after: State;
};

export async function insertAct(connection: Connection, act: NewAct): Promise<void> {
  await sql`
    insert into admin_acts (id, admin_uid, act, subject, about_uid, before, after)
    values (
      ${act.id}, ${act.adminUid}, ${act.act}, ${act.subject}, ${act.aboutUid},
      ${asJson(act.before)}::jsonb, ${asJson(act.after)}::jsonb
    )
  `.execute(connection);
}

const asJson = (state: State): string | null => (state === null ? null : JSON.stringify(state));

/** Latest first; `before` is the id of the last act of the page before. */
export async function selectActs(
  connection: Connection,
  { before, limit }: { before: string | null; limit: number },
): Promise<AdminAct[]> {
  const { rows } = await sql<AdminAct>`
    select act.id, coalesce(nullif(admin.name, ''), admin.email) as "adminName", act.act, act.subject,
      act.before, act.after, (date_part('epoch', act.at) * 1000)::int8 as at
    from admin_acts as act
    left join users as admin on admin.id = act.admin_uid
    where ${before}::text is null or act.id < ${before}
    order by act.id desc
    limit ${limit}
  `.execute(connection);
  return rows;
}

/** Forgets what was said of a member who leaves; that something was done stays. */
export async function eraseStatesAbout(
  connection: Connection,
  { userId }: { userId: string },
): Promise<void> {
  await sql`
    update admin_acts set before = null, after = null, subject = '', about_uid = null where about_uid = ${userId}
  `.execute(connection);
}
