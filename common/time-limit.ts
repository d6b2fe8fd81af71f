/** The error of work that took longer than its time limit. */
export class TimeLimitError extends Error {}

/**
 * Returns the result of the work. After the time limit, or when the given signal aborts, rejects and aborts the signal
 * of the work. Work that ignores its signal goes on, but its result is dropped. If a library has a time limit of its
 * own, use that instead. `AbortSignal.any` is not used, because Safari 16 and Chrome 109 lack it.
 */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, what, signal }: { ms: number; what: string; signal?: AbortSignal | undefined },
): Promise<T> {
  const limit = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason));
  });
  const timer = setTimeout(
    () => limit.abort(new TimeLimitError(`${what} took longer than ${ms / 1000} seconds.`)),
    ms,
  );
  const onAbort = () => limit.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  try {
    return await Promise.race([work(limit.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
