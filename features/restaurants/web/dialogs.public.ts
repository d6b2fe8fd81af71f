/** The dialogs of my list. Other features load them on demand. */
export { FilterDialog } from './filters/FilterDialog.tsx';
export { TodayDialog } from './today/TodayDialog.tsx';
