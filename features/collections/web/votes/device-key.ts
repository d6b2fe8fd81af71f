/** Data that this device stores about its answers to a vote. The key allows this device to change the answers. */
export type DeviceKey = { key: string; voterId: string | null };

const nameOf = (voteId: string) => `momokzi.vote.${voteId}`;

/** The key of this device for a vote; a new one before the first answer. */
export function readDeviceKey(voteId: string): DeviceKey {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(voteId)) ?? 'null') as DeviceKey | null;
    if (kept) return kept;
  } catch {
    // Storage is blocked: the answers can be changed until the page is closed.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { key: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''), voterId: null };
}

export function keepDeviceKey(voteId: string, kept: DeviceKey): void {
  try {
    localStorage.setItem(nameOf(voteId), JSON.stringify(kept));
  } catch {
    // Storage is blocked: see readDeviceKey.
  }
}
