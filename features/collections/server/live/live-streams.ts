import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '#server/database/database.ts';
import { listenTo, type Notifications } from '#server/database/notifications.ts';
import { type CollectionStreams, createCollectionStreams } from './collection-streams.ts';
import { createVoteStreams, type VoteStreams } from './vote-streams.ts';

/**
 * The time between heartbeats in milliseconds. It is shorter than the idle timeouts of proxies, which are often 60
 * seconds.
 */
const HEARTBEAT_MS = 15_000;

export type LiveStreams = {
  collections: CollectionStreams;
  votes: VoteStreams;
  /**
   * Starts to listen to changes when the first stream is opened. The promise resolves after the first attempt to
   * listen.
   */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/** @param heartbeat time between heartbeats in milliseconds */
export function createLiveStreams({
  database,
  pool,
  log,
  heartbeat = HEARTBEAT_MS,
}: {
  database: Database;
  /** The pool that is used to listen to notifications. If it is undefined, changes are sent with the next heartbeat. */
  pool: pg.Pool | undefined;
  log: FastifyBaseLogger;
  heartbeat?: number | undefined;
}): LiveStreams {
  const collections = createCollectionStreams({ database, log });
  const votes = createVoteStreams({ database, log });
  let notifications: Notifications | undefined;
  let beating: NodeJS.Timeout | undefined;
  const beat = () => {
    void collections.beat();
    void votes.beat();
  };
  return {
    collections,
    votes,
    start: async () => {
      beating ??= setInterval(beat, heartbeat).unref();
      notifications ??=
        pool &&
        listenTo({
          pool,
          channels: {
            collections: (collectionId) => void collections.sendChange(collectionId),
            votes: (payload) => {
              const [collectionId = '', voteId = ''] = payload.split(' ');
              void votes.sendChange(voteId);
              void collections.sendVotes(collectionId);
            },
          },
          onReconnected: () => {
            void collections.catchUp();
            void votes.catchUp();
          },
          log,
        });
      await notifications?.attempted;
    },
    close: async () => {
      clearInterval(beating);
      collections.end();
      votes.end();
      await notifications?.close();
    },
  };
}
