import { useSyncExternalStore } from 'react';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { createListeners } from '#web/store.ts';
import { isRecord } from '#web/storage/stored-values.ts';

/** The key of this device for one vote. The device needs the key to change its answers. */
export type DeviceKey = { key: string; voterId: string | null };

const nameOf = (voteId: string) => `momokzi.vote.${voteId}`;

/** The keys that the browser refused to store. These keys are lost when the page is closed. */
const notStored = new Map<string, DeviceKey>();

const changes = createListeners();

/** Returns the key of this device for a vote; null if this device has not answered yet. */
export const readDeviceKey = (voteId: string): DeviceKey | null =>
  notStored.get(voteId) ?? readStored(voteId);

/** Creates a key for the first answer of this device. The caller must store it with `keepDeviceKey`. */
export function createDeviceKey(): DeviceKey {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { key: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''), voterId: null };
}

function readStored(voteId: string): DeviceKey | null {
  const stored = browserStorage.readJson(nameOf(voteId));
  if (!isRecord(stored) || typeof stored.key !== 'string' || stored.key === '') return null;
  return { key: stored.key, voterId: typeof stored.voterId === 'string' ? stored.voterId : null };
}

export function keepDeviceKey(voteId: string, kept: DeviceKey): void {
  try {
    // `browserStorage.write` is not used, because it ignores that the browser refuses to store.
    localStorage.setItem(nameOf(voteId), JSON.stringify(kept));
    notStored.delete(voteId);
  } catch {
    notStored.set(voteId, kept);
  }
  changes.notify();
}

/**
 * Returns the id of this device's voter. Returns null if this device has not answered yet. The stream may deliver the
 * vote before the response with the id arrives. Therefore the component renders again when the id is stored.
 */
export const useVoterId = (voteId: string): string | null =>
  useSyncExternalStore(changes.subscribe, () => readDeviceKey(voteId)?.voterId ?? null);
