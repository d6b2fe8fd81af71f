import { useSyncExternalStore } from 'react';

/** The key allows this device to change the answers. */
export type DeviceKey = { key: string; voterId: string | null };

const nameOf = (voteId: string) => `momokzi.vote.${voteId}`;

/** Keys that the browser refused to store. They are lost when the page is closed. */
const notStored = new Map<string, DeviceKey>();

/** Returns a new key if this device has not answered yet. */
export function readDeviceKey(voteId: string): DeviceKey {
  const kept = notStored.get(voteId) ?? readStored(voteId);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { key: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''), voterId: null };
}

function readStored(voteId: string): DeviceKey | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(voteId)) ?? 'null') as DeviceKey | null;
  } catch {
    return null;
  }
}

export function keepDeviceKey(voteId: string, kept: DeviceKey): void {
  try {
    localStorage.setItem(nameOf(voteId), JSON.stringify(kept));
    notStored.delete(voteId);
  } catch {
    notStored.set(voteId, kept);
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/**
 * null if this device has not answered yet. The stream may deliver the vote before the response with the id arrives.
 * The component therefore renders again when the id is stored.
 */
export const useVoterId = (voteId: string): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => readDeviceKey(voteId).voterId,
  );
