import { browserStorage } from '#web/storage/browser-storage.ts';
import { isRecord } from '#web/storage/stored-values.ts';

export const sourceKey = (uid: string) => `momokzi.source.${uid}`;

/**
 * Whether this member is adding from a source in this browser. The function is in a file of its own, because most
 * screens need only this function.
 */
export function isAddingFromSource(uid: string): boolean {
  const stored = browserStorage.readJson(sourceKey(uid));
  return isRecord(stored) && isRecord(stored.current);
}
