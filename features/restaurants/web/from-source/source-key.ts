import { browserStorage } from '#web/browser-storage.ts';

export const sourceKey = (uid: string) => `momokzi.source.${uid}`;

/**
 * Whether this member is adding from a source in this browser. In a small file of its own, because screens that need
 * only this load the rest of the mode on demand.
 */
export function isAddingFromSource(uid: string): boolean {
  const stored = browserStorage.readJson(sourceKey(uid)) as { current?: unknown } | null;
  return stored?.current != null;
}
