import { useEffect, useEffectEvent, useState } from 'react';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { type Draft, type DraftValues, EMPTY_DRAFT, isEmpty, readAddDraft, saveAddDraft } from './draft.ts';
import type { Prefill } from './paste-parts.ts';
import { useStoredDraft } from '#web/form/use-stored-draft.ts';
import type { AddFormReturn } from './add-form-return.ts';

/** The draft of the add screen. It is deleted when the place is saved or the member discards the draft. */
export function useDraft(uid: string, prefill?: Prefill) {
  const [initialDraft] = useState(() => openedDraft(readAddDraft(uid), prefill));
  const [isRestored, setRestored] = useState(() => !isEmpty(initialDraft));
  const draft = useStoredDraft<Draft>({
    initialDraft,
    store: (current) => saveAddDraft(uid, current),
    onLeave: prefill?.onLeave,
  });
  return {
    initialDraft,
    /** Whether the form was not empty when it opened. The form then shows a stored draft or a pasted place. */
    isRestored,
    keepSuggestion: (suggestion: PlaceSuggestion | null) => draft.change({ suggestion }),
    unanswered: draft.unanswered,
    keepValues: (values: DraftValues) => draft.change({ values }),
    drop: () => {
      draft.changeNow(EMPTY_DRAFT);
      setRestored(false);
    },
  };
}

/**
 * Returns the draft that the form shows first. If the stored draft is empty, a pasted place fills the form. If the
 * stored draft is not empty, it is shown. It then already contains the pasted place, as `canPrefill` requires.
 */
function openedDraft(stored: Draft, prefill: Prefill | undefined): Draft {
  if (!prefill || !isEmpty(stored)) return stored;
  const { place, suggestion, sourceKind, sourceMemo, photoIds } = prefill;
  const photos = photoIds.length > 0 ? { userPhotoFilenames: photoIds } : {};
  return {
    ...stored,
    suggestion,
    values: { ...stored.values, place, sourceKind, sourceMemo, ...photos },
  };
}

/** Stores every change of the form in the draft. */
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
