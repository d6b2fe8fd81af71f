import type { FastifyBaseLogger } from 'fastify';
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
} from 'graphile-worker';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection, Database } from '#server/database/database.ts';

/**
 * Tasks and their payloads; a feature adds its own:
 * `declare module '#server/jobs/jobs.ts' { interface TaskPayloads { 'account.welcome_mail': { userId: string } } }`
 */
export interface TaskPayloads {
  'jobs.release_abandoned': Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

export type JobOptions = {
  /** At most one waiting job of a key; a later one replaces an earlier. */
  key?: string;
  /** Not before this moment. */
  runAt?: Date;
  /** Attempts before giving up, with growing pauses between them; 25 if not said. */
  maxAttempts?: number;
};

export type Jobs = {
  /** For what `run` of a task does: no statement is cut short on it, as a request's is. */
  database: Database;
  /**
   * Says what a task does. Delivery is at least once, so `run` must bear a repeat; and it must end within a
   * quarter of an hour, or another process takes it for abandoned and begins anew.
   */
  handle: <N extends TaskName>(task: N, run: (payload: TaskPayloads[N]) => Promise<void>) => void;
  /**
   * Runs a task without payload by the clock (UTC, crontab notation), in one process of all that run; with
   * `alsoAtStart` also as soon as a process starts, for what a killed one left behind.
   */
  schedule: (task: TaskName, cron: string, options?: { alsoAtStart?: boolean }) => void;
  /** Adds a job in the caller's transaction: it exists if and only if that commits. */
  add: <N extends TaskName>(
    connection: Connection,
    task: N,
    payload: TaskPayloads[N],
    options?: JobOptions,
  ) => Promise<void>;
  /** Begins to work, and goes on after losses of the database until stopped. */
  start: () => Promise<void>;
  /** Lets running jobs finish; those that have not begun wait for the next process. */
  stop: () => Promise<void>;
  /** Works off every job that is due, then returns. */
  runDue: () => Promise<void>;
};

/** Makes the tables of the job queue; several processes may do so at once. */
export async function migrateJobs({ connectionString }: { connectionString: string }): Promise<void> {
  await runMigrations({ connectionString, logger: loggerFor(undefined) });
}

const PAUSE_AFTER_LOSS_MS = 2_000;

/**
 * Without a batch, graphile-worker 0.18 does not await the report that a job is done: the database away at that
 * moment is then an unhandled rejection, which ends the process. A batch of what comes at once costs nothing.
 */
const REPORT_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** The jobs of one process, kept in the product's own database. */
export function createJobs({
  database,
  pool,
  logger,
  concurrency = 4,
}: {
  database: Database;
  /** Of that database. */
  pool: pg.Pool;
  logger?: FastifyBaseLogger;
  concurrency?: number;
}): Jobs {
  const tasks: TaskList = {};
  const timetable: CronItem[] = [];
  const atStart: TaskName[] = [];
  const shared = {
    pgPool: pool,
    taskList: tasks,
    noHandleSignals: true,
    logger: loggerFor(logger),
    preset: { worker: { concurrentJobs: concurrency, ...REPORT_IN_BATCHES } },
  };
  let runner: Runner | null = null;
  let isStopped = false;

  const startRunner = async () => {
    const started = await run({ ...shared, parsedCronItems: parseCronItems(timetable) });
    if (isStopped) {
      await started.stop();
      return;
    }
    runner = started;
    // It ends by itself when it cannot tell the database what became of a job.
    const startAnew = (error?: unknown) => restart(started, error);
    started.promise.then(() => startAnew(), startAnew);
  };
  const restart = async (ended: Runner, error?: unknown): Promise<void> => {
    if (runner !== ended) return;
    logger?.error({ err: error }, 'jobs stand still; starting anew');
    await pause(PAUSE_AFTER_LOSS_MS, undefined, { ref: false });
    if (runner === ended) await startRunner().catch((again) => restart(ended, again));
  };

  const jobs: Jobs = {
    database,
    handle: (task, run) => {
      if (tasks[task]) throw new Error(`The task ${task} is handled twice.`);
      tasks[task] = (payload) => run(payload as never);
    },
    schedule: (task, cron, { alsoAtStart = false } = {}) => {
      timetable.push({ task, match: cron });
      if (alsoAtStart) atStart.push(task);
    },
    add: async (connection, task, payload, options = {}) => {
      await sql`
        select graphile_worker.add_job(
          identifier => ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null},
          max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}
        )`.execute(connection);
    },
    start: async () => {
      isStopped = false;
      await startRunner();
      for (const task of atStart) await pool.query(`select graphile_worker.add_job($1, '{}')`, [task]);
    },
    stop: async () => {
      isStopped = true;
      const running = runner;
      runner = null;
      await running?.stop().catch(() => {});
    },
    runDue: () => runOnce(shared),
  };

  jobs.handle('jobs.release_abandoned', async () => void (await pool.query(RELEASE_ABANDONED)));
  jobs.schedule('jobs.release_abandoned', '*/5 * * * *');
  return jobs;
}

/** Gives jobs back that a killed process had begun; graphile-worker by itself waits four hours for that. */
const RELEASE_ABANDONED = `
  select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '15 minutes'
  ))`;

/** graphile-worker's lines in our log, without the text of a failure: that may tell of people. */
function loggerFor(logger: FastifyBaseLogger | undefined): Logger {
  return new Logger(() => (level, message, meta?: LogMeta) => {
    const [sentence = ''] = message.split(' with error ');
    logger?.[LEVELS[level]](
      { task: meta?.job?.task_identifier, ...(meta?.error && { err: meta.error }) },
      sentence,
    );
  });
}

type LogMeta = { job?: { task_identifier: string }; error?: Error };
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
