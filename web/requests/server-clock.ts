/** The time of the server minus the time of this device in milliseconds. It is 0 until the first answer. */
let ahead = 0;

/** A smaller difference is ignored: an answer takes time, and its date has whole seconds. */
const TOLERANCE_MS = 60_000;

/** Reads the clock of the server from an answer. */
export function noteServerTime(answer: Response): void {
  const at = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/**
 * Converts a timestamp of this device, whose clock may be years slow, to the time of the server.
 * @param at milliseconds
 */
export const serverTime = (at: number): number => (Math.abs(ahead) < TOLERANCE_MS ? at : at + ahead);
