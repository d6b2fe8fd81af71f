import type { Database } from '#server/database/database.ts';
import { addViews } from './list-shares.sql.ts';

/** The time in milliseconds between two writes of the buffered views. */
const BUFFER_MILLISECONDS = 5_000;

/** The maximum number of links in the buffer. The limit prevents invented ids from filling the memory. */
const BUFFERED_LINKS_MAXIMUM = 10_000;

/**
 * Counts the views of share links. The views are buffered, because concurrent views of one link would wait for the same
 * row. If the process is killed, the views of a few seconds are lost.
 */
export function createViewCounts({
  database,
  onFailure,
}: {
  database: Database;
  onFailure: (error: unknown) => void;
}): { count: (shareId: string) => void; write: () => Promise<void> } {
  let buffered = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const views = buffered;
    buffered = new Map();
    if (views.size === 0) return;
    await addViews(database, views).catch(onFailure);
  }

  return {
    count: (shareId) => {
      if (!buffered.has(shareId) && buffered.size >= BUFFERED_LINKS_MAXIMUM) return;
      buffered.set(shareId, (buffered.get(shareId) ?? 0) + 1);
      timer ??= setTimeout(() => void write(), BUFFER_MILLISECONDS).unref();
    },
    write,
  };
}
