import type { Locator } from '@playwright/test';

/** Counts taps, so that a story can report how many a task takes. Typing is not counted. */
export function countTaps() {
  let count = 0;
  return {
    tap: async (target: Locator) => {
      count += 1;
      await target.tap();
    },
    /** Adds taps that a story cannot make, for example in a window of the system. */
    tapOutside: (taps: number) => {
      count += taps;
    },
    report: (task: string): number => {
      console.log(`taps: ${task}: ${count}`);
      return count;
    },
  };
}
