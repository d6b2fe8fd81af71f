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
import { withTimeLimit } from '#common/time-limit.ts';
import { addJob, runFailedJobsNow } from './jobs.sql.ts';

/**
 * The payload of each task. A feature adds its own tasks:
 * `declare module '#server/jobs/jobs.ts' { interface TaskPayloads { 'account.welcome_mail': { userId: string } } }`
 */
export interface TaskPayloads {
  'jobs.release_abandoned': Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

export type JobOptions = {
  /** A key of the job. At most one job per key waits: a later job with the same key replaces the waiting job. */
  key?: string;
  runAt?: Date;
  /** Maximum attempts to run the job. The pauses between attempts grow. Default: 25. */
  maxAttempts?: number;
};

export type Attempt = {
  /** Aborts at the time limit of the job and at a shutdown. The job then counts as failed, and is tried again. */
  signal: AbortSignal;
  /** Whether this is the last attempt of the job. */
  isLast: boolean;
};

export type TaskOptions = {
  /** Mails have workers of their own, so that they are sent while other jobs wait for a service. */
  workers?: 'mail';
  /** Whether the task uses the storage of files. Its failed jobs run again as soon as the storage answers again. */
  usesStorage?: true;
};

export type Jobs = {
  /** The database for jobs. It has no statement timeout, in contrast to the database for requests. */
  database: Database;
  /**
   * Registers the handler of a task. `run` must be repeatable, because a job may run more than once.
   * After ten minutes, the job counts as failed and is tried again.
   */
  handle: <N extends TaskName>(
    task: N,
    run: (payload: TaskPayloads[N], attempt: Attempt) => Promise<void>,
    options?: TaskOptions,
  ) => void;
  /**
   * Schedules a task. `cron` is in UTC. Each time, only one process runs the task.
   * With `alsoAtStart`, the task also runs when a process starts, to finish the work of a killed process.
   */
  schedule: (task: TaskName, cron: string, options?: { alsoAtStart?: boolean }) => void;
  /** Adds a job. The job exists only if the caller's transaction commits. */
  add: <N extends TaskName>(
    connection: Connection,
    task: N,
    payload: TaskPayloads[N],
    options?: JobOptions,
  ) => Promise<void>;
  /** Starts the worker. Until `stop` is called, the worker reconnects after database outages. */
  start: () => Promise<void>;
  /** Stops the worker and waits for running jobs. Jobs that have not started are run by the next process. */
  stop: () => Promise<void>;
  runDue: () => Promise<void>;
  /** Runs the failed jobs that use the storage now, and not after their pause. */
  retryStorageJobs: () => Promise<void>;
};

/**
 * Creates the tables of the job queue. Several processes can call this function at once.
 * The function passes its own pool to graphile-worker 0.18. A pool that graphile-worker opens by itself is still
 * closing when `runMigrations` resolves, and errors of that pool would be unhandled.
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
/** Time limit of a job in milliseconds. It must be less than the 15 minutes of `RELEASE_ABANDONED`. */
const JOB_LIMIT_MS = 600_000;
/** Milliseconds that a shutdown waits for running jobs before it aborts them. */
const SHUTDOWN_ABORT_MS = 8_000;

/**
 * Options that make graphile-worker 0.18 report completed jobs in batches. Without a batch, graphile-worker does not
 * await the report. A database outage at that moment would become an unhandled rejection and end the process. With
 * delay 0, a batch takes no additional time.
 */
const REPORT_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Creates the job queue in the product's own database. */
export function createJobs({
  database,
  pool,
  logger,
  concurrency = 4,
  mailConcurrency = 2,
  limitMs = JOB_LIMIT_MS,
}: {
  database: Database;
  pool: pg.Pool;
  logger?: FastifyBaseLogger;
  concurrency?: number;
  mailConcurrency?: number;
  /** Time limit of a job in milliseconds. Only tests set it. */
  limitMs?: number;
}): Jobs {
  const mailTasks: TaskList = {};
  const otherTasks: TaskList = {};
  const storageTasks: TaskName[] = [];
  const timetable: CronItem[] = [];
  const atStart: TaskName[] = [];
  const optionsOf = (taskList: TaskList, concurrentJobs: number) => ({
    pgPool: pool,
    taskList,
    noHandleSignals: true,
    logger: loggerFor(logger),
    preset: {
      worker: { concurrentJobs, gracefulShutdownAbortTimeout: SHUTDOWN_ABORT_MS, ...REPORT_IN_BATCHES },
    },
  });
  const runners = [
    restartingRunner(logger, () =>
      run({ ...optionsOf(otherTasks, concurrency), parsedCronItems: parseCronItems(timetable) }),
    ),
    restartingRunner(logger, () => run({ ...optionsOf(mailTasks, mailConcurrency), parsedCronItems: [] })),
  ];

  const jobs: Jobs = {
    database,
    handle: (task, run, { workers, usesStorage } = {}) => {
      if (mailTasks[task] || otherTasks[task]) throw new Error(`The task ${task} is handled twice.`);
      const tasks = workers === 'mail' ? mailTasks : otherTasks;
      if (usesStorage) storageTasks.push(task);
      tasks[task] = (payload, { abortSignal, job }) =>
        withTimeLimit(
          (signal) => run(payload as never, { signal, isLast: job.attempts >= job.max_attempts }),
          { ms: limitMs, what: `The job ${task}`, signal: abortSignal },
        );
    },
    schedule: (task, cron, { alsoAtStart = false } = {}) => {
      timetable.push({ task, match: cron });
      if (alsoAtStart) atStart.push(task);
    },
    add: (connection, task, payload, options = {}) => addJob(connection, { task, payload, ...options }),
    start: async () => {
      for (const runner of runners) await runner.start();
      for (const task of atStart) await addJob(database, { task, payload: {} });
    },
    stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))),
    runDue: () => runOnce(optionsOf({ ...otherTasks, ...mailTasks }, concurrency)),
    retryStorageJobs: () => runFailedJobsNow(database, storageTasks),
  };

  jobs.handle('jobs.release_abandoned', async () => void (await pool.query(RELEASE_ABANDONED)));
  jobs.schedule('jobs.release_abandoned', '*/5 * * * *');
  return jobs;
}

/** A runner that is started again if it ends by itself. It does so if it cannot report a job to the database. */
function restartingRunner(logger: FastifyBaseLogger | undefined, open: () => Promise<Runner>) {
  let runner: Runner | null = null;
  let isStopped = false;

  const start = async () => {
    const started = await open();
    if (isStopped) {
      await started.stop();
      return;
    }
    runner = started;
    const restartWorker = (error?: unknown) => restart(started, error);
    started.promise.then(() => restartWorker(), restartWorker);
  };
  const restart = async (ended: Runner, error?: unknown): Promise<void> => {
    if (runner !== ended) return;
    logger?.error({ err: error }, 'the job worker stopped; restarting it');
    await pause(RESTART_DELAY_MS, undefined, { ref: false });
    if (runner === ended) await start().catch((again) => restart(ended, again));
  };

  return {
    start: () => {
      isStopped = false;
      return start();
    },
    stop: async () => {
      isStopped = true;
      const running = runner;
      runner = null;
      // If the jobs cannot be returned to the queue, the next process releases them.
      await running
        ?.stop()
        .catch((error: unknown) => logger?.warn({ err: error }, 'the job worker did not stop cleanly'));
    },
  };
}

/**
 * Releases the jobs of a killed process after 15 minutes. Without this statement, graphile-worker would wait four
 * hours.
 */
const RELEASE_ABANDONED = `
  select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '15 minutes'
  ))`;

/**
 * Creates a logger that removes the error message from the lines of graphile-worker, because it may contain personal
 * data. log.ts logs the error itself.
 */
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
