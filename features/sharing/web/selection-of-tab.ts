import { tabStorage } from '#web/browser-storage.ts';

/**
 * Places ticked on a shared list, kept for this tab: through log-in and sign-up, which may lead over another site and
 * back.
 */
export function readSelection(shareId: string): readonly string[] {
  const ids = tabStorage.readJson(keyOf(shareId));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export const keepSelection = (shareId: string, ids: readonly string[]): void =>
  tabStorage.write(keyOf(shareId), ids.length === 0 ? null : JSON.stringify(ids));

const keyOf = (shareId: string) => `momokzi.shared-selection.${shareId}`;
