import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

type NewJob = { task: string; payload: unknown; runAt?: Date; maxAttempts?: number; key?: string };

export async function addJob(
  connection: Connection,
  { task, payload, runAt, maxAttempts, key }: NewJob,
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null},
      max_attempts => ${maxAttempts ?? null}::int, job_key => ${key ?? null}
    )
  `.execute(connection);
}

/** Removes the pause before the next attempt of failed jobs. */
export async function runFailedJobsNow(connection: Connection, tasks: readonly string[]): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = any(${tasks}::text[]) and 0 < attempts and attempts < max_attempts
        and locked_at is null and run_at > now()
    ), run_at => now())
  `.execute(connection);
}
