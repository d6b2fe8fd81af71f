import { sql } from 'kysely';
import type {
  AuditLogEntry,
  AdminCounts,
  AdminDeletionRequest,
  AdminPerson,
} from '#features/admin/admin.contract.ts';
import type { Tier } from '#features/membership/membership.rules.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

type State = Record<string, unknown> | null;

export type NewAuditLogEntry = {
  id: string;
  adminUid: string;
  act: string;
  subject: string;
  aboutUid: string | null;
  before: State;
  after: State;
};

export async function insertAuditLogEntry(connection: Connection, act: NewAuditLogEntry): Promise<void> {
  await sql`
    insert into audit_log (id, admin_uid, act, subject, about_uid, before, after)
    values (
      ${act.id}, ${act.adminUid}, ${act.act}, ${act.subject}, ${act.aboutUid},
      ${asJson(act.before)}::jsonb, ${asJson(act.after)}::jsonb
    )
  `.execute(connection);
}

const asJson = (state: State): string | null => (state === null ? null : JSON.stringify(state));

/** Returns the actions, the newest first. `before` is the id of the last action of the previous page. */
export const selectAuditLog = (
  connection: Connection,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditLogEntry[]> =>
  connection
    .selectFrom('audit_log as act')
    .leftJoin('users as admin', 'admin.id', 'act.admin_uid')
    .$if(before !== null, (acts) => acts.where('act.id', '<', before))
    .select(({ ref, fn }) => [
      'act.id',
      fn.coalesce(sql<string | null>`nullif(admin.name, '')`, 'admin.email').as('adminName'),
      'act.act',
      'act.subject',
      ref('act.before').$castTo<State>().as('before'),
      ref('act.after').$castTo<State>().as('after'),
      milliseconds(ref('act.at')).as('at'),
    ])
    .orderBy('act.id', 'desc')
    .limit(limit)
    .execute();

/** Erases the stored states of a deleted member. The actions themselves stay in the log. */
export async function erasePersonalDataAbout(
  connection: Connection,
  { userId }: { userId: string },
): Promise<void> {
  await sql`
    update audit_log set before = null, after = null, subject = '', about_uid = null where about_uid = ${userId}
  `.execute(connection);
}

/**
 * Returns the counts. A membership that has expired counts as free, regardless of the stored tier.
 * @param now time in milliseconds
 */
export async function selectCounts(connection: Connection, now: number): Promise<AdminCounts> {
  const { rows } = await sql<AdminCounts>`
    with paid as (
      select count(*)::int as members from memberships
      where account_tier = 'paid' and (paid_tier_expires_at is null or paid_tier_expires_at > ${new Date(now)})
    )
    select
      json_build_object('free', (select count(*) from users) - paid.members, 'paid', paid.members) as members,
      (
        select json_build_object(
          'total', count(*), 'provided', count(provided_at), 'private', count(private_to_uid)
        ) from restaurants_public
      ) as places,
      (select count(*) from my_restaurants where deleted_at is null) as links,
      (select count(*) from sources) as sources,
      (
        select json_build_object(
          'total', count(*), 'pending', count(*) filter (where moderation_status = 'pending')
        ) from public_reviews where withdrawn_at is null
      ) as reviews,
      (select count(*) from review_reports where resolved_at is null) as "unresolvedReports",
      (select count(*) from deletion_requests) as "deletionRequests",
      (
        select json_build_object(
          'endedAt', ${milliseconds('ended_at')}, 'isComplete', failure is null, 'missingFiles', missing_files
        ) from backup_runs order by id desc limit 1
      ) as "lastBackup"
    from paid
  `.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('The count query returned no row.');
  return row;
}

/** @property after - id of the last member of the previous page */
type PeopleQuery = { text: string; after: string | null; limit: number; now: number };

/**
 * Returns the members, the newest first. The counts of a member are read only for the members of this page, by index.
 */
export const selectPeople = (
  connection: Connection,
  { text, after, limit, now }: PeopleQuery,
): Promise<AdminPerson[]> =>
  connection
    .selectFrom('users as person')
    .leftJoin('memberships as membership', (join) =>
      join
        .onRef('membership.user_id', '=', 'person.id')
        .on('membership.account_tier', '=', 'paid')
        .on(({ eb, or }) =>
          or([
            eb('membership.paid_tier_expires_at', 'is', null),
            eb('membership.paid_tier_expires_at', '>', new Date(now)),
          ]),
        ),
    )
    .where(sql<boolean>`position(lower(${text}) in lower(person.name || ' ' || person.email)) > 0`)
    .$if(after !== null, (people) =>
      people.where(
        sql<boolean>`(person.created_at, person.id) < (select created_at, id from users where id = ${after})`,
      ),
    )
    .select(({ ref, selectFrom, fn }) => [
      'person.id as uid',
      'person.name as nickname',
      'person.email',
      'person.email_verified as emailVerified',
      sql<Tier>`case when membership.user_id is null then 'free' else 'paid' end`.as('tier'),
      milliseconds(ref('membership.paid_tier_expires_at')).as('paidUntil'),
      milliseconds(ref('person.created_at')).as('createdAt'),
      selectFrom('my_restaurants as link')
        .whereRef('link.user_id', '=', 'person.id')
        .where('link.deleted_at', 'is', null)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('links'),
      selectFrom('journal_entries as entry')
        .whereRef('entry.user_id', '=', 'person.id')
        .where('entry.deleted_at', 'is', null)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('journalEntries'),
      selectFrom('public_reviews as review')
        .whereRef('review.user_id', '=', 'person.id')
        .where('review.withdrawn_at', 'is', null)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('reviews'),
    ])
    .orderBy('person.created_at', 'desc')
    .orderBy('person.id', 'desc')
    .limit(limit)
    .execute();

/** Returns the scheduled deletions, the earliest first. */
export const selectDeletionRequests = (
  connection: Connection,
  { limit }: { limit: number },
): Promise<AdminDeletionRequest[]> =>
  connection
    .selectFrom('deletion_requests as request')
    .innerJoin('users as person', 'person.id', 'request.user_id')
    .select(({ ref }) => [
      'person.id as uid',
      'person.name as nickname',
      'person.email',
      'request.reason',
      milliseconds(ref('request.requested_at')).as('requestedAt'),
      milliseconds(ref('request.due_at')).as('dueAt'),
    ])
    .orderBy('request.due_at')
    .orderBy('request.user_id')
    .limit(limit)
    .execute();
