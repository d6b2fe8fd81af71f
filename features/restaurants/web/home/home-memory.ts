import { useRouter } from '@tanstack/react-router';
import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import type { Snap } from '#web/ui/bottom-sheet.rules.ts';

/** The state of the home screen that is not in the URL. The screen and its list change this object. */
export type HomeMemory = {
  snap: Snap;
  scrollTop: number;
  measured: VirtualItem[];
  /** The rows near the visible part; null until they are known. */
  placed: PlacedRows | null;
};

/**
 * The rows near the visible part, with their positions in the whole list. `height` is the height of the whole list in
 * pixels.
 */
export type PlacedRows = { items: readonly VirtualItem[]; height: number };

/** The stored states by the key of the history entry. They are kept until the page is reloaded. */
const memories = new Map<string, HomeMemory>();

export const remember = (memory: HomeMemory, changes: Partial<HomeMemory>) =>
  void Object.assign(memory, changes);

/**
 * Returns the state that the screen had when the member left this history entry: the height of the sheet and the
 * position of the list. A replacement of the URL changes the key of the history entry. Therefore call `saveMemory`
 * after a replacement.
 */
export function useHomeMemory() {
  const { history } = useRouter();
  const keyNow = () => history.location.state.__TSR_key ?? '';
  const [memory] = useState((): HomeMemory => ({
    snap: 'half',
    scrollTop: 0,
    measured: [],
    placed: null,
    ...memories.get(keyNow()),
  }));
  const saveMemory = () => void memories.set(keyNow(), memory);
  // The effect has no dependencies, so it also runs after every change of the URL. Each change renders this screen.
  useEffect(saveMemory);
  return { memory, saveMemory };
}
