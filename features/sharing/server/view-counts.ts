import type { Database } from '#server/database/database.ts';
import { addViews } from './list-shares.sql.ts';

/** Milliseconds between writes of buffered views. */
const BUFFER_MILLISECONDS = 5_000;

/** Invented ids must not fill the memory. */
const BUFFERED_LINKS_MAXIMUM = 10_000;

/**
 * Buffered, because concurrent views of one link would wait for one row. A killed process loses the
 * views of a few seconds.
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
