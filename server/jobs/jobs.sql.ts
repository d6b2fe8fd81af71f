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
