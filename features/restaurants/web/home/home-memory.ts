import { useRouter } from '@tanstack/react-router';
import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import type { Snap } from '#web/ui/bottom-sheet.rules.ts';

/** State of the home screen that is not in the URL. The screen and its list update it. */
export type HomeMemory = {
  snap: Snap;
  scrollTop: number;
  measured: VirtualItem[];
  /** null: not known yet. */
  placed: PlacedRows | null;
};

/** The rows near the window, at their positions in the whole list of this height in pixels. */
export type PlacedRows = { items: readonly VirtualItem[]; height: number };

/** Memories by the key of the history entry. They are kept until the page is reloaded. */
const memories = new Map<string, HomeMemory>();

export const remember = (memory: HomeMemory, changes: Partial<HomeMemory>) =>
  void Object.assign(memory, changes);

/**
 * The height of the sheet and the position of the list, as they were when the member left this history entry. Replacing
 * the URL changes the key of the entry, so call `saveMemory` after that.
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
  // Runs after every change of the URL, because each change renders this screen.
  useEffect(saveMemory);
  return { memory, saveMemory };
}
