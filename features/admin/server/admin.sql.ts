import { sql } from 'kysely';
import type {
  AuditLogEntry,
  AdminCounts,
  AdminDeletionRequest,
  AdminPerson,
} from '#features/admin/admin.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

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

const auditLog = statement(
  'admin_audit_log',
  (_, { before, limit }: { before: string | null; limit: number }) => sql<AuditLogEntry>`
    select act.id, coalesce(nullif(admin.name, ''), admin.email) as "adminName", act.act, act.subject,
      act.before, act.after, ${milliseconds('act.at')} as at
    from audit_log as act
    left join users as admin on admin.id = act.admin_uid
    where ${before}::text is null or act.id < ${before}
    order by act.id desc
    limit ${limit}`,
);

/** Returns the actions, the newest first. `before` is the id of the last action of the previous page. */
export function selectAuditLog(
  connection: Connection,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditLogEntry[]> {
  return auditLog(connection, { before, limit });
}

/** Erases the stored states of a deleted member. The actions themselves stay in the log. */
export async function erasePersonalDataAbout(
  connection: Connection,
  { userId }: { userId: string },
): Promise<void> {
  await sql`
    update audit_log set before = null, after = null, subject = '', about_uid = null where about_uid = ${userId}
  `.execute(connection);
}

const counts = statement(
  'admin_counts',
  (_, { now }: { now: Date }) => sql<AdminCounts>`
    with paid as (
      select count(*)::int as members from memberships
      where account_tier = 'paid' and (paid_tier_expires_at is null or paid_tier_expires_at > ${now})
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
    from paid`,
);

/**
 * Returns the counts. A membership that has expired counts as free, regardless of the stored tier.
 * @param now time in milliseconds
 */
export async function selectCounts(connection: Connection, now: number): Promise<AdminCounts> {
  const [row] = await counts(connection, { now: new Date(now) });
  if (!row) throw new Error('The count query returned no row.');
  return row;
}

/** @property after - id of the last member of the previous page */
type PeopleQuery = { text: string; after: string | null; limit: number; now: number };

const people = statement(
  'admin_people',
  (
    _,
    { text, after, limit, now }: { text: string; after: string | null; limit: number; now: Date },
  ) => sql<AdminPerson>`
    select person.id as uid, person.name as nickname, person.email, person.email_verified as "emailVerified",
      case when membership.user_id is null then 'free' else 'paid' end as tier,
      ${milliseconds('membership.paid_tier_expires_at')} as "paidUntil",
      ${milliseconds('person.created_at')} as "createdAt",
      (
        select count(*)::int from my_restaurants as link where link.user_id = person.id and link.deleted_at is null
      ) as links,
      (
        select count(*)::int from journal_entries as entry where entry.user_id = person.id and entry.deleted_at is null
      ) as "journalEntries",
      (
        select count(*)::int from public_reviews as review
        where review.user_id = person.id and review.withdrawn_at is null
      ) as reviews
    from users as person
    left join memberships as membership on membership.user_id = person.id and membership.account_tier = 'paid'
      and (membership.paid_tier_expires_at is null or membership.paid_tier_expires_at > ${now})
    where position(lower(${text}) in lower(person.name || ' ' || person.email)) > 0
      and (
        ${after}::text is null
        or (person.created_at, person.id) < (select created_at, id from users where id = ${after})
      )
    order by person.created_at desc, person.id desc
    limit ${limit}`,
);

/**
 * Returns the members, the newest first. The counts of a member are read only for the members of this page, by index.
 */
export function selectPeople(
  connection: Connection,
  { text, after, limit, now }: PeopleQuery,
): Promise<AdminPerson[]> {
  return people(connection, { text, after, limit, now: new Date(now) });
}

const deletionRequests = statement(
  'admin_deletion_requests',
  (_, { limit }: { limit: number }) => sql<AdminDeletionRequest>`
    select person.id as uid, person.name as nickname, person.email, request.reason,
      ${milliseconds('request.requested_at')} as "requestedAt",
      ${milliseconds('request.due_at')} as "dueAt"
    from deletion_requests as request
    join users as person on person.id = request.user_id
    order by request.due_at, request.user_id
    limit ${limit}`,
);

/** Returns the scheduled deletions, the earliest first. */
export function selectDeletionRequests(
  connection: Connection,
  { limit }: { limit: number },
): Promise<AdminDeletionRequest[]> {
  return deletionRequests(connection, { limit });
}
