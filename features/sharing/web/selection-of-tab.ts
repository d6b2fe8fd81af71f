import { tabStorage } from '#web/storage/browser-storage.ts';

/**
 * Returns the selected places. The selection is stored for this tab. Therefore it is kept during sign-in and sign-up,
 * even at an identity provider.
 */
export function readSelection(shareId: string): readonly string[] {
  const ids = tabStorage.readJson(keyOf(shareId));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export const storeSelection = (shareId: string, ids: readonly string[]): void =>
  tabStorage.write(keyOf(shareId), ids.length === 0 ? null : JSON.stringify(ids));

/** Stores the places that a visitor wanted to take over before signing in, or forgets them (an empty array). */
export const storeWanted = (shareId: string, ids: readonly string[]): void =>
  tabStorage.write(wantedKeyOf(shareId), ids.length === 0 ? null : JSON.stringify(ids));

/** Returns the places that the visitor wanted to take over, and forgets them. Therefore they are taken over once. */
export function takeWanted(shareId: string): readonly string[] {
  const ids = tabStorage.readJson(wantedKeyOf(shareId));
  storeWanted(shareId, []);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

const wantedKeyOf = (shareId: string) => `momokzi.wanted-places.${shareId}`;
const keyOf = (shareId: string) => `momokzi.shared-selection.${shareId}`;
