import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { Source } from '../from-source/recent-sources.rules.ts';
import type { DraftValues } from './draft.ts';

/** Values of a pasted place for the form of the add screen. */
export type Prefill = {
  place: NonNullable<DraftValues['place']>;
  suggestion: PlaceSuggestion | null;
  sourceKind: DraftValues['sourceKind'];
  sourceMemo: string;
  /** Uploaded photos to save with the place. */
  photoIds: string[];
  /** Called when the member leaves the form, after the form has stored its draft. */
  onLeave: () => void;
};

export type PasteProps = {
  uid: string;
  /** The pasted text. '' continues a stored review, or asks for the text. */
  text: string;
  /** The source that is saved with the places; undefined if there is none. */
  source?: Source;
  /** Whether the form is empty or already contains this place. */
  canPrefill: (prefill: Prefill) => boolean;
  renderForm: (prefill: Prefill) => ReactNode;
};

/** Parts of the add screen that come from features that depend on this one. web/routes/AddPage.tsx passes them in. */
export type AddPageParts = {
  /** Shows pasted places instead of the form. */
  Paste: ComponentType<PasteProps>;
  /** The buttons that open `Paste`, beside other ways to add a place. */
  PasteButton: ComponentType<{ uid: string; children?: ReactNode }>;
  collections: CollectionParts;
};

/** The collections that a new place is added to. */
export type CollectionParts = {
  Choice: ComponentType<{ chosen: readonly string[]; onChange: (collectionIds: readonly string[]) => void }>;
  /** Adds the saved place to the chosen collections. */
  collect: (given: {
    queryClient: QueryClient;
    restaurantId: string;
    collectionIds: readonly string[];
  }) => Promise<void>;
};
