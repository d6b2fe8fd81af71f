import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { type EventStream, LARGEST_EVENT } from '#server/http/event-stream.ts';
import { createCollectionUpdates } from '../collection-updates.ts';
import { findCollectionOfSessions } from '../collections.sql.ts';
import { votesOf } from '../votes/votes.service.ts';
import { type StreamKey, selectAllowedStreams } from './live.sql.ts';
import { coalesceRuns } from './coalesce-runs.ts';

/** Maximum number of streams of a member in one server process. */
export const STREAMS_PER_MEMBER = 10;

type Stream = StreamKey & { userId: string; events: EventStream };
type OpenStream = Stream & { sentVersion: number | null };

export type CollectionStreams = {
  canOpen: (userId: string) => boolean;
  /**
   * Opens a stream. The stream gets the version of the collection now, after each change, and with each heartbeat. If a
   * change is small, the stream gets the changes since the last sent version before it gets the new version.
   * The stream also gets the list of votes now and after each change of a vote.
   */
  open: (stream: Stream) => Promise<void>;
  sendChange: (collectionId: string) => Promise<void>;
  sendVotes: (collectionId: string) => Promise<void>;
  /** Sends the changes whose notifications may have been missed. */
  catchUp: () => Promise<void>;
  beat: () => Promise<void>;
  end: () => void;
};

/**
 * Manages the streams of this server process. Before anything is sent, two kinds of streams are ended: streams whose
 * session is over, and streams whose member may no longer read the collection.
 */
export function createCollectionStreams({
  database,
  log,
}: {
  database: Database;
  log: FastifyBaseLogger;
}): CollectionStreams {
  const streamsByCollection = new Map<string, Set<OpenStream>>();
  const allStreams = () => [...streamsByCollection.values()].flatMap((streams) => [...streams]);
  const streamsOf = (collectionId: string) => [...(streamsByCollection.get(collectionId) ?? [])];

  const sendVersion = (stream: OpenStream, version: number) => {
    stream.sentVersion = version;
    return stream.events.send(version);
  };
  const sendVersions = async (
    streams: readonly OpenStream[],
    { evenIfUnchanged }: { evenIfUnchanged: boolean },
  ) => {
    for (const { stream, version } of await endForbiddenStreams(database, streams)) {
      if (evenIfUnchanged || version !== stream.sentVersion) sendVersion(stream, version);
    }
  };

  const updates = createCollectionUpdates({ database });
  const sendUpdates = async (collectionId: string) => {
    const streams = streamsOf(collectionId);
    if (streams.length === 0) return;
    // An update differs between readers. Therefore the collection is read for each session, which also checks the right
    // to read it.
    const sessionIds = [...new Set(streams.map(({ sessionId }) => sessionId))];
    const bySession = await findCollectionOfSessions(database, { collectionId, sessionIds });
    const sending = streams.map(async (stream) => {
      const collection = bySession.get(stream.sessionId);
      if (!collection) return stream.events.end();
      const since = stream.sentVersion;
      if (collection.version === since) return undefined;
      if (since !== null) {
        const updateJson = await updates.read(collection, since);
        if (updateJson.length <= LARGEST_EVENT)
          stream.events.send(`{"since":${since},"update":${updateJson}}`, 'update');
      }
      return sendVersion(stream, collection.version);
    });
    await Promise.all(sending);
  };
  const sendVotes = async (collectionId: string, receivers = streamsOf(collectionId)) => {
    const streams = await endForbiddenStreams(database, receivers);
    const [first] = streams;
    if (!first) return;
    // The list of votes is the same for every member who may read the collection.
    const votes = await votesOf(database, { collectionId, userId: first.stream.userId, now: Date.now() });
    for (const { stream } of streams) stream.events.send(JSON.stringify(votes), 'votes');
  };

  const logged = (sending: Promise<void>) =>
    // An error is only logged, because the next heartbeat sends the version again.
    sending.catch((error) => log.warn({ err: error }, 'collections.streams_not_sent'));

  return {
    canOpen: (userId) =>
      allStreams().filter((stream) => stream.userId === userId).length < STREAMS_PER_MEMBER,
    open: async (opened) => {
      const { collectionId, events } = opened;
      const stream: OpenStream = { ...opened, sentVersion: null };
      const streams = streamsByCollection.get(collectionId) ?? new Set();
      streamsByCollection.set(collectionId, streams.add(stream));
      events.onEnd(() => {
        streams.delete(stream);
        // A stream that was opened later may have replaced the empty set.
        const isCurrent = streamsByCollection.get(collectionId) === streams;
        if (streams.size === 0 && isCurrent) streamsByCollection.delete(collectionId);
      });
      await logged(sendVersions([stream], { evenIfUnchanged: false }));
      await logged(sendVotes(collectionId, [stream]));
    },
    sendChange: coalesceRuns((collectionId) => logged(sendUpdates(collectionId))),
    sendVotes: coalesceRuns((collectionId) => logged(sendVotes(collectionId))),
    catchUp: async () => {
      await logged(sendVersions(allStreams(), { evenIfUnchanged: false }));
      for (const collectionId of Array.from(streamsByCollection.keys()))
        await logged(sendVotes(collectionId));
    },
    beat: () => logged(sendVersions(allStreams(), { evenIfUnchanged: true })),
    end: () => {
      for (const { events } of allStreams()) events.end();
    },
  };
}

/**
 * Ends the streams whose member may no longer read the collection.
 * @returns the remaining streams, each with the version of its collection
 */
async function endForbiddenStreams(database: Database, streams: readonly OpenStream[]) {
  if (streams.length === 0) return [];
  const rows = await selectAllowedStreams(database, streams);
  const versions = new Map(rows.map((stream) => [keyOf(stream), stream.version]));
  return streams.flatMap((stream) => {
    const version = versions.get(keyOf(stream));
    if (version !== undefined) return [{ stream, version }];
    stream.events.end();
    return [];
  });
}

const keyOf = ({ sessionId, collectionId }: StreamKey) => `${sessionId} ${collectionId}`;
