import { useRef, useState } from 'react';
import { storeDraftPhotos } from '#features/photos/web/photos.public.tsx';
import { readDraft, saveDraft, useStoredDraft } from '#web/form/use-stored-draft.ts';
import { areSame, EntryDraft, type EntryValues } from './entry-draft.ts';

/**
 * Returns the draft of an entry, and functions that change the draft.
 * @param saved the values that are used if there is no draft
 * @param version `updatedAt` of the entry in `saved`; null for a new entry
 */
export function useEntryDraft({
  key,
  saved,
  version,
}: {
  key: string;
  saved: EntryValues;
  version: number | null;
}) {
  const [stored] = useState(() =>
    readDraft({ key, schema: EntryDraft, empty: { values: saved, submission: null, basedOn: version } }),
  );
  const [isRestored, setRestored] = useState(stored !== null && !areSame(stored.values, saved));
  const isDropped = useRef(false);
  const draft = useStoredDraft<EntryDraft>({
    initialDraft: { ...(stored ?? { values: saved, submission: null }), basedOn: stored?.basedOn ?? version },
    store: (current) => {
      if (!isDropped.current) saveDraft(key, areSame(current.values, saved) ? null : current);
    },
  });

  return {
    initialValues: stored?.values ?? saved,
    isRestored,
    keepValues: (values: EntryValues) => draft.change({ values }),
    unanswered: draft.unanswered,
    basedOn: () => draft.current().basedOn,
    /** Changes the version that the values are based on. */
    baseOn: (basedOn: number) => draft.changeNow({ basedOn }),
    discardDraft: () => {
      draft.changeNow({ values: saved, basedOn: version, submission: null });
      setRestored(false);
    },
    /**
     * Deletes the draft. Call this after the entry is saved. The draft is then not stored again when the member leaves
     * the page.
     */
    drop: () => {
      isDropped.current = true;
      saveDraft(key, null);
      void storeDraftPhotos(key, []);
    },
  };
}
