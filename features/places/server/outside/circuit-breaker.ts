/** After so many failures in a row nobody is made to wait for the service any more, */
const FAILURES = 5;
/** for so long, in milliseconds; then one request tries again. */
const PAUSE = 20_000;

/** Spares people the wait for a service that has stopped answering, and the service their requests. */
export type CircuitBreaker = {
  /** Whether a request may be sent at this moment (milliseconds). Where it may, one of the other two must follow. */
  mayPass: (now: number) => boolean;
  succeeded: () => void;
  failed: (now: number) => void;
};

export function createCircuitBreaker(): CircuitBreaker {
  let failures = 0;
  let closedUntil = 0;
  return {
    mayPass: (now) => {
      if (now < closedUntil) return false;
      // One alone tries; others go on being spared until it has come back.
      if (FAILURES <= failures) closedUntil = now + PAUSE;
      return true;
    },
    succeeded: () => {
      failures = 0;
      closedUntil = 0;
    },
    failed: (now) => {
      failures += 1;
      if (FAILURES <= failures) closedUntil = now + PAUSE;
    },
  };
}
