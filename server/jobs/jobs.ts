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
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Connection, type Database, openDatabase } from '#server/database/database.ts';
import { addJob } from './jobs.sql.ts';

/**
 * A feature adds its own tasks:
 * `declare module '#server/jobs/jobs.ts' { interface TaskPayloads { 'account.welcome_mail': { userId: string } } }`
 */
export interface TaskPayloads {
  'jobs.release_abandoned': Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

export type JobOptions = {
  /** At most one job per key waits. A later job with the key replaces it. */
  key?: string;
  runAt?: Date;
  /** Attempts before the job is given up, with growing pauses. Default: 25. */
  maxAttempts?: number;
};

export type Jobs = {
  /** Has no statement timeout, unlike the database of requests. */
  database: Database;
  /**
   * `run` must be repeatable, because delivery is at least once.
   * It must end within a quarter of an hour. Otherwise another process runs it again.
   */
  handle: <N extends TaskName>(task: N, run: (payload: TaskPayloads[N]) => Promise<void>) => void;
  /**
   * `cron` is in UTC. At each time, only one process runs the task.
   * With `alsoAtStart` it also runs when a process starts, to finish the work of a killed process.
   */
  schedule: (task: TaskName, cron: string, options?: { alsoAtStart?: boolean }) => void;
  /** The job exists only if the caller's transaction commits. */
  add: <N extends TaskName>(
    connection: Connection,
    task: N,
    payload: TaskPayloads[N],
    options?: JobOptions,
  ) => Promise<void>;
  /** Reconnects after database outages until stopped. */
  start: () => Promise<void>;
  /** Waits for running jobs. Waiting jobs are left to the next process. */
  stop: () => Promise<void>;
  runDue: () => Promise<void>;
};

/**
 * Safe to run in several processes at once.
 * Passes its own pool: a pool that graphile-worker 0.18 opens is still closing when `runMigrations` resolves, and the
 * errors of that pool are not handled.
 */
export async function migrateJobs({ connectionString }: { connectionString: string }): Promise<void> {
  const { pool } = openDatabase({ connectionString });
  try {
    await runMigrations({ pgPool: pool, logger: loggerFor(undefined) });
  } finally {
    await pool.end();
  }
}

const RESTART_DELAY_MS = 2_000;

/**
 * Without a batch, graphile-worker 0.18 does not await the completion report of a job.
 * A database outage at that moment becomes an unhandled rejection, which ends the process.
 * A batch with delay 0 costs nothing.
 */
const REPORT_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** The queue is in the product's own database. */
export function createJobs({
  database,
  pool,
  logger,
  concurrency = 4,
}: {
  database: Database;
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
    // The worker ends by itself if it cannot report the result of a job to the database.
    const restartWorker = (error?: unknown) => restart(started, error);
    started.promise.then(() => restartWorker(), restartWorker);
  };
  const restart = async (ended: Runner, error?: unknown): Promise<void> => {
    if (runner !== ended) return;
    logger?.error({ err: error }, 'the job worker stopped; restarting it');
    await pause(RESTART_DELAY_MS, undefined, { ref: false });
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
    add: (connection, task, payload, options = {}) => addJob(connection, { task, payload, ...options }),
    start: async () => {
      isStopped = false;
      await startRunner();
      for (const task of atStart) await addJob(database, { task, payload: {} });
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

/** Releases jobs of a killed process after 15 minutes. graphile-worker itself waits four hours. */
const RELEASE_ABANDONED = `
  select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '15 minutes'
  ))`;

/** Cuts off the error message that graphile-worker adds: it may contain personal data. log.ts logs the error itself. */
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
