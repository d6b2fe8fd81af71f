import { tabStorage } from '#web/browser-storage.ts';

/**
 * The selected places of a shared list. They are stored for this tab, so that they survive sign-in and sign-up, even
 * through an external identity provider.
 */
export function readSelection(shareId: string): readonly string[] {
  const ids = tabStorage.readJson(keyOf(shareId));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export const storeSelection = (shareId: string, ids: readonly string[]): void =>
  tabStorage.write(keyOf(shareId), ids.length === 0 ? null : JSON.stringify(ids));

const keyOf = (shareId: string) => `momokzi.shared-selection.${shareId}`;
