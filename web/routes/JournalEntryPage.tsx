import { EntryPage } from '#features/journal/web/EntryPage.tsx';
import { lazyPart } from '#web/shell/lazy-part.tsx';

/** The sharing of the entry is loaded lazily, so that the entry does not wait for it. */
const Sharing = lazyPart(async () => ({
  default: (await import('#features/sharing/web/entry/EntrySharing.tsx')).EntrySharing,
}));

export const JournalEntryPage = () => <EntryPage Sharing={Sharing} />;
