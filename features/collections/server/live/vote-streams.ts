import type { FastifyBaseLogger } from 'fastify';
import type { PushedVote } from '#features/collections/votes.contract.ts';
import type { Database } from '#server/database/database.ts';
import { type EventStream, LARGEST_EVENT } from '#server/http/event-stream.ts';
import { readVote } from '../votes/votes.service.ts';
import { selectVoteVersions } from '../votes/votes.sql.ts';
import { coalesceRuns } from './coalesce-runs.ts';

/**
 * Limits of streams in one server process, because anyone with a link can open streams. `perVote` exceeds the maximum
 * number of voters, `perAddress` is enough for an office, and `all` limits memory. Pages without a stream poll every
 * five seconds.
 */
export const VOTE_STREAMS = { perVote: 60, perAddress: 20, all: 1_000 } as const;

/** `address` is the network address that the rate limits use. */
type Stream = { voteId: string; address: string; events: EventStream };
type OpenStream = Stream & { sentVersion: number };

export type VoteStreams = {
  canOpen: (stream: Pick<Stream, 'voteId' | 'address'>) => boolean;
  /**
   * Opens a stream. The stream gets the version of the vote now, after each change, and with each heartbeat. After a
   * change, the stream first gets the vote itself if its JSON has at most `LARGEST_EVENT` characters.
   */
  open: (stream: Stream) => Promise<void>;
  sendChange: (voteId: string) => Promise<void>;
  /** Sends the versions whose notifications may have been missed. */
  catchUp: () => Promise<void>;
  beat: () => Promise<void>;
  end: () => void;
};

/** Manages the streams of this server process. A stream is ended if its vote has been deleted. */
export function createVoteStreams({
  database,
  log,
}: {
  database: Database;
  log: FastifyBaseLogger;
}): VoteStreams {
  const open = new Set<OpenStream>();
  const streamsOf = (voteId: string) => [...open].filter((stream) => stream.voteId === voteId);

  const sendVersions = async (streams: readonly OpenStream[], { again }: { again: boolean }) => {
    if (streams.length === 0) return;
    const voteIds = [...new Set(streams.map(({ voteId }) => voteId))];
    const versions = await selectVoteVersions(database, voteIds);
    for (const stream of streams) {
      const version = versions.get(stream.voteId);
      if (version === undefined) stream.events.end();
      else if (again || version !== stream.sentVersion) stream.events.send((stream.sentVersion = version));
    }
  };
  const sendVote = async (voteId: string) => {
    const streams = streamsOf(voteId);
    if (streams.length === 0) return;
    const exists = (await selectVoteVersions(database, [voteId])).has(voteId);
    if (!exists) return streams.forEach(({ events }) => events.end());
    const { membership: _, ...vote } = await readVote(database, { voteId, userId: null, now: Date.now() });
    const json = JSON.stringify(vote satisfies PushedVote);
    for (const stream of streams) {
      if (vote.version === stream.sentVersion) continue;
      if (json.length <= LARGEST_EVENT) stream.events.send(json, 'update');
      stream.events.send((stream.sentVersion = vote.version));
    }
  };
  const logged = (sending: Promise<void>) =>
    // An error is only logged, because the next heartbeat sends the version again.
    sending.catch((error) => log.warn({ err: error }, 'votes.streams_not_sent'));

  return {
    canOpen: ({ voteId, address }) =>
      open.size < VOTE_STREAMS.all &&
      streamsOf(voteId).length < VOTE_STREAMS.perVote &&
      [...open].filter((stream) => stream.address === address).length < VOTE_STREAMS.perAddress,
    open: async (opened) => {
      const stream = { ...opened, sentVersion: 0 };
      open.add(stream);
      stream.events.onEnd(() => open.delete(stream));
      await logged(sendVersions([stream], { again: false }));
    },
    sendChange: coalesceRuns((voteId) => logged(sendVote(voteId))),
    catchUp: () => logged(sendVersions([...open], { again: false })),
    beat: () => logged(sendVersions([...open], { again: true })),
    end: () => {
      for (const { events } of open) events.end();
    },
  };
}
