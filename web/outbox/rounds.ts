const RETRY_MILLISECONDS = { first: 2_000, longest: 60_000 };

/**
 * Runs rounds of sending, one at a time. A round that is requested during another follows it. After a round that left
 * actions, the next round follows with growing delays.
 * @param oneAtATime runs the round when no other tab runs one
 * @param round returns whether nothing is left for a later round
 */
export function createRounds({
  oneAtATime,
  round,
}: {
  oneAtATime: (run: () => Promise<void>) => Promise<void>;
  round: (how: { isClosed: () => boolean }) => Promise<boolean>;
}) {
  let isClosed = false;
  let running: Promise<void> | null = null;
  let isRequested = false;
  let retryMilliseconds = RETRY_MILLISECONDS.first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async () => {
    const isComplete = await round({ isClosed: () => isClosed }).catch((error: unknown) => {
      // For example, the storage could not be read. The next round tries again.
      console.error(error);
      return false;
    });
    clearTimeout(timer);
    if (isComplete || isClosed) retryMilliseconds = RETRY_MILLISECONDS.first;
    else {
      timer = setTimeout(start, retryMilliseconds);
      retryMilliseconds = Math.min(retryMilliseconds * 2, RETRY_MILLISECONDS.longest);
    }
  };

  function start(): Promise<void> {
    if (isClosed) return Promise.resolve();
    if (running) {
      isRequested = true;
      return running;
    }
    running = oneAtATime(run)
      .catch((error) => console.error(error))
      .then(() => {
        running = null;
        if (!isRequested) return undefined;
        isRequested = false;
        return start();
      });
    return running;
  }

  return {
    start,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
