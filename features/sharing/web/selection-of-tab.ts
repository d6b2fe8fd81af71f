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

const keyOf = (shareId: string) => `momokzi.shared-selection.${shareId}`;
