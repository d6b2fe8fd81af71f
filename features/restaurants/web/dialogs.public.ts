/** Dialogs of my list that other features load on demand. */
export { FilterDialog } from './filters/FilterDialog.tsx';
export { TodayDialog } from './today/TodayDialog.tsx';
