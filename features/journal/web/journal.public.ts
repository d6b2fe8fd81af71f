/** Parts of the journal for the pages of other features. */
export { EntryView } from './EntryView.tsx';
export { JournalFeedControls } from './feed/JournalFeedControls.tsx';
