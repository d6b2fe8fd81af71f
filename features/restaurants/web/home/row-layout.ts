import type { HomeMemory } from './home-memory.ts';

/** Pixels between two tickets. */
export const GAP = 10;
/** The height of a ticket with a source line, which most tickets have. Every ticket is measured when it is rendered. */
export const LIKELY_HEIGHT = 98;

/** How the rows are laid out in the scrolling element. */
export type RowLayout = {
  /** The state of the list when the member left it, such as the scroll position. */
  memory: HomeMemory;
  columns: 1 | 2;
  /** Pixels at the end of the scrolling element that are below the screen or behind the tab bar. */
  coveredBelow: number;
};
