import { useRef, useState } from 'react';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { AddFormReturn } from './add-form-return.ts';
import type { useDraft } from './use-draft.ts';

/** The place being added: from the maps service, entered by hand, or none yet. */
export function usePlaceChoice({ form, draft }: { form: AddFormReturn; draft: ReturnType<typeof useDraft> }) {
  const [suggestion, setSuggestion] = useState(draft.initialDraft.suggestion);
  const [isByHand, setByHand] = useState(draft.initialDraft.values.place?.from === 'hand');
  const [isJustChosen, setJustChosen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const show = (next: { suggestion: PlaceSuggestion | null; isByHand: boolean }) => {
    setSuggestion(next.suggestion);
    setJustChosen(true);
    setByHand(next.isByHand);
    draft.keepSuggestion(next.suggestion);
    form.clearErrors('place');
  };
  return {
    suggestion,
    isByHand,
    /** Whether the place was chosen on this screen, not restored from a draft. */
    isJustChosen,
    searchField,
    choose: ({
      suggestion: chosen,
      sessionToken,
    }: {
      suggestion: PlaceSuggestion;
      /** Session token of the search. */
      sessionToken?: string;
    }) => {
      form.setValue('place', {
        from: 'maps',
        placeId: chosen.placeId,
        ...(sessionToken && { sessionToken }),
      });
      show({ suggestion: chosen, isByHand: false });
    },
    /** @param name the text typed in the search */
    enterByHand: (name: string) => {
      form.setValue('place', { from: 'hand', name, address: '', coordinates: null, phoneNumber: '' });
      show({ suggestion: null, isByHand: true });
    },
    clear: () => {
      form.resetField('place', { defaultValue: undefined as never });
      show({ suggestion: null, isByHand: false });
    },
  };
}

export type PlaceChoice = ReturnType<typeof usePlaceChoice>;
