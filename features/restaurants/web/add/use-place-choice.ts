import { useRef, useState } from 'react';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { AddFormReturn } from './add-form-return.ts';
import type { useDraft } from './use-draft.ts';

/** The place that is being added. It comes from the maps service or is entered by hand. At first there is none. */
export function usePlaceChoice({ form, draft }: { form: AddFormReturn; draft: ReturnType<typeof useDraft> }) {
  const [suggestion, setSuggestion] = useState(draft.initialDraft.suggestion);
  const [isByHand, setByHand] = useState(draft.initialDraft.values.place?.from === 'hand');
  const [isJustChosen, setJustChosen] = useState(false);
  const [hasBegun, setBegun] = useState(draft.isRestored);
  const searchField = useRef<HTMLInputElement>(null);
  const show = (next: { suggestion: PlaceSuggestion | null; isByHand: boolean }) => {
    setSuggestion(next.suggestion);
    setJustChosen(true);
    if (next.suggestion || next.isByHand) setBegun(true);
    setByHand(next.isByHand);
    draft.keepSuggestion(next.suggestion);
    form.clearErrors('place');
  };
  return {
    suggestion,
    isByHand,
    /** Whether the member chose the place on this screen. It is false for a place that was restored from a draft. */
    isJustChosen,
    /** Whether a place was chosen on this screen or a draft was restored. Only then are the other fields shown. */
    hasBegun,
    searchField,
    choose: ({
      suggestion: chosen,
      sessionToken,
    }: {
      suggestion: PlaceSuggestion;
      /** The session token of the search that found the place. */
      sessionToken?: string;
    }) => {
      form.setValue('place', {
        from: 'maps',
        placeId: chosen.placeId,
        ...(sessionToken && { sessionToken }),
      });
      show({ suggestion: chosen, isByHand: false });
    },
    /** @param name the text that the member typed in the search field */
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
