import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeLimit } from '#common/time-limit.ts';

/** Time limit of a check. A storage that needs longer counts as unavailable. */
const ANSWER_LIMIT_MS = 3_000;
const CHECK_MS = 5_000;
/** Pause between two checks while the storage does not answer. */
const RETRY_MS = 2_000;

export type StorageWatch = {
  /** Whether the storage answered at the last check. Before `start`, each call checks. */
  answers: () => Promise<boolean>;
  /** Checks every few seconds until `stop`. */
  start: () => void;
  stop: () => void;
};

/** Watches whether the storage of files answers. Each change of state is logged once. */
export function watchStorage({
  ask,
  onBack,
  log,
}: {
  /** Reads from the storage. Throws if the storage does not answer. */
  ask: () => Promise<unknown>;
  /** Called when the storage answers again. */
  onBack: () => Promise<void>;
  log: FastifyBaseLogger;
}): StorageWatch {
  let last: boolean | null = null;
  let stopping: AbortController | null = null;

  async function check(): Promise<boolean> {
    const error = await withTimeLimit(ask, { ms: ANSWER_LIMIT_MS, what: 'A read from the storage' }).then(
      () => null,
      (cause: unknown) => cause,
    );
    const answers = error === null;
    if (!answers && last !== false) log.error({ event: 'storage.away', err: error }, 'the storage is away');
    if (answers && last === false) {
      log.info({ event: 'storage.back' }, 'the storage is back');
      await onBack().catch((cause: unknown) => log.error({ err: cause }, 'jobs were not tried again'));
    }
    last = answers;
    return answers;
  }

  async function checkUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answers = await check();
      // `sleep` rejects when the watch is stopped.
      await sleep(answers ? CHECK_MS : RETRY_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  return {
    answers: async () => (stopping && last !== null ? last : check()),
    start: () => {
      stopping = new AbortController();
      void checkUntil(stopping.signal);
    },
    stop: () => stopping?.abort(),
  };
}
