/** One meal, for shared pages. */
export { EntryView } from './EntryView.tsx';
export { formatFullDate as formatWholeDay } from './format-dates.ts';
