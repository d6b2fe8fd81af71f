/** Consecutive failures after which the breaker opens. */
const FAILURES = 5;
/** Milliseconds until one request may try again. */
const PAUSE = 20_000;

/** Stops requests to a service that does not respond, so that no request waits for it and it is not overloaded. */
export type CircuitBreaker = {
  /**
   * Whether a request may be sent at the time `now`, in milliseconds. If so, the caller must report success or failure.
   */
  allowsRequest: (now: number) => boolean;
  succeeded: () => void;
  failed: (now: number) => void;
};

export function createCircuitBreaker(): CircuitBreaker {
  let failures = 0;
  let blockedUntil = 0;
  return {
    allowsRequest: (now) => {
      if (now < blockedUntil) return false;
      // One request is let through as a trial. Until it succeeds, further requests are rejected for another pause.
      if (FAILURES <= failures) blockedUntil = now + PAUSE;
      return true;
    },
    succeeded: () => {
      failures = 0;
      blockedUntil = 0;
    },
    failed: (now) => {
      failures += 1;
      if (FAILURES <= failures) blockedUntil = now + PAUSE;
    },
  };
}
