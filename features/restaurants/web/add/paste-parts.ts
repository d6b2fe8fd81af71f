import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { Source } from '../from-source/recent-sources.rules.ts';
import type { DraftValues } from './draft.ts';

/** The values of a pasted place that fill the form of the add screen. */
export type Prefill = {
  place: NonNullable<DraftValues['place']>;
  suggestion: PlaceSuggestion | null;
  sourceKind: DraftValues['sourceKind'];
  sourceMemo: string;
  /** Ids of the uploaded photos that are saved with the place. */
  photoIds: string[];
  /** Called when the member leaves the form. The form has stored its draft before the call. */
  onLeave: () => void;
};

export type PasteProps = {
  uid: string;
  /** The pasted text. '' continues a stored review; if there is none, '' asks for the text. */
  text: string;
  /** The source that is saved with the places; undefined if there is none. */
  source?: Source;
  /** Whether the form is empty or already contains this place. */
  canPrefill: (prefill: Prefill) => boolean;
  renderForm: (prefill: Prefill) => ReactNode;
};

/**
 * Parts of the add screen that other features provide. Those features import this feature, so this feature cannot
 * import them. web/routes/AddPage.tsx passes the parts in.
 */
export type AddPageParts = {
  /** The component that shows pasted places. It replaces the form. */
  Paste: ComponentType<PasteProps>;
  /** The button that opens `Paste`. The children are other ways to add a place, shown beside the button. */
  PasteButton: ComponentType<{ uid: string; children?: ReactNode }>;
  collections: CollectionParts;
};

/** The choice of the collections that a new place is added to. */
export type CollectionParts = {
  Choice: ComponentType<{ chosen: readonly string[]; onChange: (collectionIds: readonly string[]) => void }>;
  /** Adds the saved place to the chosen collections. */
  collect: (given: {
    queryClient: QueryClient;
    restaurantId: string;
    collectionIds: readonly string[];
  }) => Promise<void>;
};
