import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

/** State of the job queue and of the mail outbox. Ages are in seconds. */
export type Work = {
  jobsDue: number;
  jobsRunning: number;
  jobsFailed: number;
  oldestJobSeconds: number;
  mailsDue: number;
  oldestMailSeconds: number;
  flaggedPayments: number;
  providerCalls: number;
  /** Photo files that were missing in the last backup, complete or not. */
  backupMissingFiles: number;
  /** Scheduled backups that failed since the last complete one. */
  backupFailures: number;
  /** Provinces and official lists whose last refresh failed. */
  placeRefreshFailures: number;
};

export async function selectWork(connection: Connection, { today }: { today: string }): Promise<Work | null> {
  const { rows } = await sql<Work>`
    select j.due as "jobsDue", j.running as "jobsRunning", j.failed as "jobsFailed", j.oldest as "oldestJobSeconds",
      m.due as "mailsDue", m.oldest as "oldestMailSeconds",
      (select count(*) from payments where flags <> '{}') as "flaggedPayments",
      coalesce((select calls from maps_calls_of_day where day = ${today}::date), 0) as "providerCalls",
      coalesce((select missing_files from backup_runs order by id desc limit 1), 0) as "backupMissingFiles",
      (
        select count(*) from backup_runs
        where is_scheduled and id > coalesce((select max(id) from backup_runs where failure is null), 0)
      ) as "backupFailures",
      (
        select count(*) from (
          select distinct on (province, list) state from register_refreshes
          where state in ('done', 'failed') and started_by <> 'upload'
          order by province, list, requested_at desc
        ) as latest where state = 'failed'
      ) as "placeRefreshFailures"
    from (
      select count(*) filter (where is_due) as due,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest
      from graphile_worker.jobs,
        lateral (select locked_at is null and attempts < max_attempts and run_at <= now() as is_due) as state
    ) as j, (
      select count(*) as due, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from mail_outbox
      -- Mails to subscribers are not counted: they are sent only by day, so at night it is normal that they wait.
      where status = 'waiting' and (attempts > 0 or next_attempt_at <= now()) and unsubscribe_url is null
    ) as m
  `.execute(connection);
  return rows[0] ?? null;
}

/** Returns the lag of the replica in seconds. The result is 0 on a primary. */
export async function selectReplicaLag(replica: Connection): Promise<number> {
  const { seconds } = await replica
    .selectNoFrom(
      sql<number>`case
        when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)
      end::float8`.as('seconds'),
    )
    .executeTakeFirstOrThrow();
  return seconds;
}
