/** One meal, for shared pages. */
export { EntryView } from './EntryView.tsx';
export { formatFullDate } from './format-dates.ts';
