import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import {
  type Draft,
  type DraftValues,
  dropDraft,
  EMPTY_DRAFT,
  isEmpty,
  saveDraft,
  readDraft,
} from './draft.ts';
import type { Prefill } from './paste-parts.ts';
import { keysInDraft, type UnansweredKeys } from '#web/submissions.ts';
import type { AddFormReturn } from './add-form-return.ts';

const DEBOUNCE_MS = 400;

/**
 * The draft of the add screen: read when the screen opens, stored when typing pauses and when the page is left or
 * hidden, deleted when it is saved or restarted.
 */
export function useDraft(uid: string, prefill?: Prefill) {
  const [opened] = useState(() => openedDraft(readDraft(uid), prefill));
  const [isRestored, setRestored] = useState(() => !isEmpty(opened));
  const draft = useRef<Draft>(opened);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveDraftNow = () => {
    clearTimeout(timer.current);
    saveDraft(uid, draft.current);
  };
  const keep = (changes: Partial<Draft>) => {
    draft.current = { ...draft.current, ...changes };
    clearTimeout(timer.current);
    timer.current = setTimeout(saveDraftNow, DEBOUNCE_MS);
  };
  const drop = () => {
    clearTimeout(timer.current);
    draft.current = EMPTY_DRAFT;
    dropDraft(uid);
    setRestored(false);
  };

  // The refs are accessed when a submission begins or ends, never during render.
  // oxlint-disable-next-line react/refs
  const unanswered: UnansweredKeys = keysInDraft({
    read: () => draft.current.submission,
    // Immediately: it must survive the page if there is no response.
    write: (submission) => {
      draft.current = { ...draft.current, submission };
      saveDraftNow();
    },
  });

  const onLeave = useEffectEvent(() => {
    saveDraftNow();
    prefill?.onLeave();
  });
  useEffect(() => {
    const leave = () => onLeave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    opened,
    /** The form on screen was restored from a draft. */
    isRestored,
    keepSuggestion: (suggestion: PlaceSuggestion | null) => keep({ suggestion }),
    unanswered,
    keepValues: (values: DraftValues) => keep({ values }),
    drop,
  };
}

/** The pasted place in an empty form; otherwise the draft, which has the same place (`canPrefill`). */
function openedDraft(stored: Draft, prefill: Prefill | undefined): Draft {
  if (!prefill || !isEmpty(stored)) return stored;
  const { place, suggestion, sourceMemo } = prefill;
  return { ...stored, suggestion, values: { ...stored.values, place, sourceMemo } };
}

/** Stores every change of the form. */
export function usePersistDraft({
  form,
  keep,
}: {
  form: Pick<AddFormReturn, 'subscribe'>;
  keep: (values: DraftValues) => void;
}) {
  const onValues = useEffectEvent(keep);
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({ formState: { values: true }, callback: ({ values }) => onValues(values as DraftValues) }),
    [subscribe],
  );
}
