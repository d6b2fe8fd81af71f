import type { ListEntry } from '#features/restaurants/list-view.rules.ts';
import type { HomeMemory } from './home-memory.ts';

/** The space between two tickets in pixels. */
export const GAP = 10;
/**
 * The height in pixels of a ticket with a source line. Most tickets have a source line. The height is only an estimate:
 * every ticket is measured when it is rendered.
 */
export const LIKELY_HEIGHT = 98;
const LIKELY_HEIGHT_WITHOUT_SOURCE = 84;

/** If a row has another height than this, the positions of all rows below it are computed again. */
export const likelyHeightOf = ({ restaurant }: ListEntry): number =>
  restaurant.sourceMemo === '' ? LIKELY_HEIGHT_WITHOUT_SOURCE : LIKELY_HEIGHT;

/** Describes how the rows are laid out in the scrolling element. */
export type RowLayout = {
  /** The state that the list had when the member left the screen, such as the scroll position. */
  memory: HomeMemory;
  columns: 1 | 2;
  /** Number of pixels at the end of the scrolling element that are below the screen or behind the tab bar. */
  coveredBelow: number;
};
