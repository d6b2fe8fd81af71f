export { EntryView } from './EntryView.tsx';
export { JournalFeedControls } from './feed/JournalFeedControls.tsx';
