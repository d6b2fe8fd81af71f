import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '#server/database/database.ts';
import { listenTo, type Notifications } from '#server/database/notifications.ts';
import type { EventStream } from '#server/http/event-stream.ts';
import { createCollectionUpdates } from '../collection-updates.ts';
import { findCollectionOfSessions } from '../collections.sql.ts';
import { type StreamKey, selectAllowedStreams } from './live.sql.ts';

/** Open streams of one member on one server process. */
export const STREAMS_PER_MEMBER = 10;

/** Milliseconds. Below the idle timeouts of proxies, of which the shortest usual one is 60 seconds. */
const HEARTBEAT = 15_000;

/** Characters of JSON. Screens read a larger update, which is compressed. */
const LARGEST_UPDATE = 8_192;

type Stream = StreamKey & { userId: string; events: EventStream };
/** `sent` is the version that was sent last. */
type OpenStream = Stream & { sent: number };

export type CollectionStreams = {
  canOpen: (userId: string) => boolean;
  /**
   * Sends the version of the collection now, after each change, and with each heartbeat; before the version of a small
   * change what has changed since the version that was sent last.
   */
  open: (stream: Stream) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The streams of this server process. Before anything is sent, the right to read is checked: the stream ends when the
 * member was removed or the session is over.
 * @param heartbeat milliseconds
 */
export function createCollectionStreams({
  database,
  pool,
  log,
  heartbeat = HEARTBEAT,
}: {
  database: Database;
  /** Without one, changes are sent with the next heartbeat. */
  pool: pg.Pool | undefined;
  log: FastifyBaseLogger;
  heartbeat?: number | undefined;
}): CollectionStreams {
  const open = new Map<string, Set<OpenStream>>();
  const all = () => [...open.values()].flatMap((streams) => [...streams]);
  let notifications: Notifications | undefined;
  let beating: NodeJS.Timeout | undefined;

  /** Sends the versions of collections to streams that may still read them, and ends the others. */
  const sendVersions = async (streams: readonly OpenStream[], { again = false } = {}) => {
    if (streams.length === 0) return;
    const allowed = await selectAllowedStreams(database, streams);
    const versions = new Map(allowed.map((stream) => [keyOf(stream), stream.version]));
    for (const stream of streams) {
      const version = versions.get(keyOf(stream));
      if (version === undefined) stream.events.end();
      else if (again || version !== stream.sent) stream.events.send((stream.sent = version));
    }
  };

  const updates = createCollectionUpdates({ database });
  /** Sends what has changed in a collection to its streams that may still read it, and ends the others. */
  const sendUpdates = async (collectionId: string, streams: readonly OpenStream[]) => {
    const sessionIds = [...new Set(streams.map(({ sessionId }) => sessionId))];
    const bySession = await findCollectionOfSessions(database, { collectionId, sessionIds });
    const sending = streams.map(async (stream) => {
      const collection = bySession.get(stream.sessionId);
      if (!collection) return stream.events.end();
      const { sent: since } = stream;
      if (collection.version === since) return undefined;
      const update = 0 < since && (await updates.read(collection, since));
      if (update && update.length <= LARGEST_UPDATE)
        stream.events.send(`{"since":${since},"update":${update}}`, 'update');
      return stream.events.send((stream.sent = collection.version));
    });
    await Promise.all(sending);
  };

  const logged = (sending: Promise<void>) =>
    // The next heartbeat tries again.
    sending.catch((error) => log.warn({ err: error }, 'collections.streams_not_sent'));
  const send = (...given: Parameters<typeof sendVersions>) => logged(sendVersions(...given));

  /** Collections that are being sent; `true`: changed again meanwhile. */
  const sending = new Map<string, boolean>();
  const sendChange = async (collectionId: string) => {
    if (!open.has(collectionId)) return;
    if (sending.has(collectionId)) return void sending.set(collectionId, true);
    do {
      sending.set(collectionId, false);
      await logged(sendUpdates(collectionId, [...(open.get(collectionId) ?? [])]));
    } while (sending.get(collectionId));
    sending.delete(collectionId);
  };

  const start = () => {
    beating ??= setInterval(() => void send(all(), { again: true }), heartbeat).unref();
    notifications ??=
      pool &&
      listenTo({
        pool,
        channel: 'collections',
        onNotified: (collectionId) => void sendChange(collectionId),
        onReconnected: () => void send(all()),
        log,
      });
    return notifications?.attempted;
  };

  return {
    canOpen: (userId) => all().filter((stream) => stream.userId === userId).length < STREAMS_PER_MEMBER,
    open: async (opened) => {
      const { collectionId, events } = opened;
      const stream = { ...opened, sent: 0 };
      const streams = open.get(collectionId) ?? new Set();
      open.set(collectionId, streams.add(stream));
      events.onEnd(() => {
        streams.delete(stream);
        if (streams.size === 0 && open.get(collectionId) === streams) open.delete(collectionId);
      });
      await start();
      await send([stream]);
    },
    close: async () => {
      clearInterval(beating);
      for (const { events } of all()) events.end();
      await notifications?.close();
    },
  };
}

const keyOf = ({ sessionId, collectionId }: StreamKey) => `${sessionId} ${collectionId}`;
