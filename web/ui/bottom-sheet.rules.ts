export type Snap = 'peek' | 'half' | 'full';

const SNAPS = ['peek', 'half', 'full'] as const;
const PEEK_PX = 96;
const HALF_SHARE = 0.52;
const LEFT_ABOVE_PX = 72;
/**
 * Milliseconds of movement that are added to a drag. A released sheet moves to the position nearest to the point that
 * the finger would reach in this time.
 */
const FLING_MS = 250;

/**
 * Returns the CSS pixels from the bottom of the screen to the top of the sheet. The same number is the bottom padding
 * of the map.
 * @param screen `covered`: height of the bar that covers the bottom of the sheet
 */
export function visibleHeight({ snap, screen }: { snap: Snap; screen: Screen }): number {
  const peek = PEEK_PX + screen.covered;
  const full = Math.max(peek, screen.height - LEFT_ABOVE_PX);
  if (snap === 'peek') return peek;
  return snap === 'full' ? full : Math.min(full, Math.max(peek, Math.round(screen.height * HALF_SHARE)));
}

export type Screen = { height: number; covered: number };

/**
 * Returns the position of the sheet after a drag. `height` is the height at the release. `velocity` is in px/ms, and
 * upwards is positive.
 */
export function snapAfterDrag({
  height,
  velocity,
  screen,
}: {
  height: number;
  velocity: number;
  screen: Screen;
}): Snap {
  const flingTarget = height + velocity * FLING_MS;
  const distance = (snap: Snap) => Math.abs(visibleHeight({ snap, screen }) - flingTarget);
  return SNAPS.reduce((best, snap) => (distance(snap) < distance(best) ? snap : best));
}

/** The speed of the finger is measured over this number of milliseconds before it is lifted. */
const SPEED_WINDOW_MS = 100;

/**
 * Returns the speed of a finger that is lifted at `now`, in px/ms; upwards is positive. Returns 0 if the finger rested
 * before.
 */
export function speedOf(samples: readonly { y: number; at: number }[], now: number): number {
  const recent = samples.filter(({ at }) => now - at <= SPEED_WINDOW_MS);
  const [first] = recent;
  const last = recent.at(-1);
  if (!first || !last || last.at <= first.at) return 0;
  return (first.y - last.y) / (last.at - first.at);
}

const SLOWEST_MS = 320;
const FASTEST_MS = 140;
/** Factor between the initial speed of the curve cubic-bezier(.2, .7, .2, 1) and its mean speed. */
const START_OF_CURVE = 3.5;

/**
 * Returns the milliseconds of the movement to the new position. A flung sheet starts at the speed of the finger.
 * @param move `distance` in px and `velocity` in px/ms, upwards positive
 */
export function settleTime({ distance, velocity }: { distance: number; velocity: number }): number {
  if (distance * velocity <= 0) return SLOWEST_MS;
  return Math.round(Math.min(SLOWEST_MS, Math.max(FASTEST_MS, (START_OF_CURVE * distance) / velocity)));
}

/** Returns the position after a key press, or undefined if the key is not an arrow key. */
export function snapAfterKey({ key, snap }: { key: string; snap: Snap }): Snap | undefined {
  const at = SNAPS.indexOf(snap);
  if (key === 'ArrowUp') return SNAPS[Math.min(at + 1, SNAPS.length - 1)];
  if (key === 'ArrowDown') return SNAPS[Math.max(at - 1, 0)];
  return undefined;
}
