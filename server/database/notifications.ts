import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

type Log = { warn: (details: object, message: string) => void };

const RETRY_MS = 1_000;
/**
 * Milliseconds between checks of the connection. A check sends a query, because a lost connection is not detected while
 * it has no traffic.
 */
const CHECK_MS = 15_000;
const ANSWER_TIMEOUT_MS = 5_000;

export type Notifications = {
  /** Resolves after the first attempt to listen, successful or not. */
  attempted: Promise<void>;
  close: () => Promise<void>;
};

/**
 * Listens on a separate connection, and reconnects when the connection is lost.
 * @param pool the pool whose settings the connection uses
 * @param channels handlers of the payload, by channel name. Names must be constants, because they become SQL text
 * @param onReconnected called when the channel is connected, except if the first attempt succeeds. Notifications before
 * the call may have been missed
 */
export function listenTo({
  pool,
  channels,
  onReconnected,
  log,
}: {
  pool: pg.Pool;
  channels: Readonly<Record<string, (payload: string) => void>>;
  onReconnected: () => void;
  log: Log;
}): Notifications {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let isFirst = true;
  const attempt = () => {
    isFirst = false;
    first.resolve();
  };

  const untilLost = async () => {
    const client = new pg.Client({
      ...pool.options,
      application_name: 'momokzi-notifications',
      query_timeout: ANSWER_TIMEOUT_MS,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    });
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The connection ended.')));
    closing.signal.addEventListener('abort', () => lost.abort(new Error('Closed.')), { signal: lost.signal });
    client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await client.connect();
      for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
      if (!isFirst) onReconnected();
      attempt();
      for (;;) {
        // `sleep` rejects when the connection is lost.
        await sleep(CHECK_MS, undefined, { ref: false, signal: lost.signal }).catch(() => {});
        lost.signal.throwIfAborted();
        await client.query('select 1');
      }
    } finally {
      // An unreachable server never confirms that the connection is closed. Therefore the wait has a limit.
      // The connection is given up in any case.
      await Promise.race([client.end().catch(() => {}), sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
    }
  };
  const untilClosed = async () => {
    while (!closing.signal.aborted) {
      await untilLost().catch((error) => {
        attempt();
        if (!closing.signal.aborted) log.warn({ err: error }, 'notifications.lost');
      });
      // `sleep` rejects when the listener is closed.
      await sleep(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  };
  const ended = untilClosed();
  return {
    attempted: first.promise,
    close: () => {
      closing.abort();
      return ended;
    },
  };
}
