import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keysInDraft } from '#web/submissions.ts';
import { areSame, type EntryDraft, type EntryValues, saveDraft, readDraft } from './entry-draft.ts';

const DEBOUNCE_MS = 400;

/**
 * The draft of the form: read when it opens, stored when typing pauses and when the page is left or hidden, deleted
 * when the entry is saved or the form is restarted.
 * @param saved the form without a draft
 * @param version `updatedAt` of the entry that `saved` comes from; null: a new entry
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
  const [opened] = useState(() => readDraft(key));
  const [isRestored, setRestored] = useState(opened !== null && !areSame(opened.values, saved));
  const draft = useRef<EntryDraft>({
    ...(opened ?? { values: saved, submission: null }),
    basedOn: opened?.basedOn ?? version,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDropped = useRef(false);

  const saveDraftNow = () => {
    clearTimeout(timer.current);
    if (isDropped.current) return;
    saveDraft(key, areSame(draft.current.values, saved) ? null : draft.current);
  };

  // The refs are accessed when a submission begins or ends, never during render.
  // oxlint-disable-next-line react/refs
  const unanswered = keysInDraft({
    read: () => draft.current.submission,
    // Immediately: it must survive the page if there is no response.
    write: (submission) => {
      draft.current = { ...draft.current, submission };
      saveDraftNow();
    },
  });

  const onLeave = useEffectEvent(saveDraftNow);
  useEffect(() => {
    const leave = () => onLeave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    opened: opened?.values ?? saved,
    /** The form on screen was restored from a draft. */
    isRestored,
    keepValues: (values: EntryValues) => {
      draft.current = { ...draft.current, values };
      clearTimeout(timer.current);
      timer.current = setTimeout(saveDraftNow, DEBOUNCE_MS);
    },
    unanswered,
    basedOn: () => draft.current.basedOn,
    /** Bases the values on this version of the entry from now on. */
    baseOn: (basedOn: number) => {
      draft.current = { ...draft.current, basedOn };
      saveDraftNow();
    },
    discardDraft: () => {
      draft.current = { values: saved, basedOn: version, submission: null };
      saveDraft(key, null);
      setRestored(false);
    },
    /** The entry is saved: the draft is deleted and not stored again when the page is left. */
    drop: () => {
      clearTimeout(timer.current);
      isDropped.current = true;
      saveDraft(key, null);
    },
  };
}
