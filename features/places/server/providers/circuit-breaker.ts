/** Number of consecutive failures after which the breaker opens. */
const FAILURES = 5;
/** Milliseconds for which an open breaker rejects requests. After this time one request is allowed as a trial. */
const PAUSE = 20_000;

/**
 * Stops requests to a service that does not respond. No request then waits for the service, and the service is not
 * overloaded.
 */
export type CircuitBreaker = {
  /**
   * Whether a request may be sent at the time `now` (milliseconds). If the result is true, the caller must report
   * whether the request succeeded or failed.
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
      // After too many failures, this request is a trial. Until it succeeds, further requests are rejected for a pause.
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
