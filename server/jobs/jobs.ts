import {
  type CronItem,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Connection } from '#server/database/database.ts';

/**
 * Tasks and their payloads; a feature adds its own:
 * `declare module '#server/jobs/jobs.ts' { interface TaskPayloads { 'account.welcome_mail': { userId: string } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface TaskPayloads {}

export type TaskName = keyof TaskPayloads & string;

export type JobOptions = {
  /** At most one waiting job of a key; a later one replaces an earlier. */
  key?: string;
  /** Not before this moment. */
  runAt?: Date;
  /** Attempts before giving up, with growing pauses between them; 25 if not said. */
  maxAttempts?: number;
};

export type Jobs = {
  /** Says what a task does. Delivery is at least once: `run` must bear a repeat. */
  handle: <N extends TaskName>(task: N, run: (payload: TaskPayloads[N]) => Promise<void>) => void;
  /** Runs a task without payload by the clock (UTC, crontab notation). */
  schedule: (task: TaskName, cron: string) => void;
  /** Adds a job in the caller's transaction: it exists if and only if that commits. */
  add: <N extends TaskName>(
    connection: Connection,
    task: N,
    payload: TaskPayloads[N],
    options?: JobOptions,
  ) => Promise<void>;
  /** Begins to work; `stop` lets running jobs finish. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Works off every job that is due, then returns. */
  runDue: () => Promise<void>;
};

/** Makes the tables of the job queue; several processes may do so at once. */
export async function migrateJobs({ connectionString }: { connectionString: string }): Promise<void> {
  await runMigrations({ connectionString });
}

/** The jobs of one process, kept in the product's own database. */
export function createJobs({ pool, concurrency = 4 }: { pool: pg.Pool; concurrency?: number }): Jobs {
  const tasks: TaskList = {};
  const schedules: CronItem[] = [];
  let runner: Runner | undefined;

  return {
    handle: (task, run) => {
      if (tasks[task]) throw new Error(`The task ${task} is handled twice.`);
      tasks[task as string] = (payload: unknown) => run(payload as never);
    },
    schedule: (task, cron) => {
      schedules.push({ task, match: cron });
    },
    add: async (connection, task, payload, options = {}) => {
      await sql`
        select graphile_worker.add_job(
          identifier => ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null},
          max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}
        )`.execute(connection);
    },
    start: async () => {
      runner = await run({
        pgPool: pool,
        taskList: tasks,
        // Not as a crontab's text, which knows no dots in names.
        parsedCronItems: parseCronItems(schedules),
        concurrency,
        noHandleSignals: true,
      });
    },
    stop: async () => {
      await runner?.stop();
      runner = undefined;
    },
    runDue: async () => {
      await runOnce({ pgPool: pool, taskList: tasks, noHandleSignals: true });
    },
  };
}
