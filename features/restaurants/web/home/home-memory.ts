import { useRouter } from '@tanstack/react-router';
import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import type { Snap } from '#web/ui/bottom-sheet.rules.ts';

/** What the URL does not say of the home screen. Written by the screen and its list as they change. */
export type HomeMemory = { snap: Snap; scrollTop: number; measured: VirtualItem[] };

/** By entry of the browser's history, until the page is reloaded. */
const memories = new Map<string, HomeMemory>();

export const remember = (memory: HomeMemory, changes: Partial<HomeMemory>) =>
  void Object.assign(memory, changes);

/**
 * The height of the sheet and the position of the list, as they were when this history entry was left.
 * `keepForBack` names the entry again after its URL was replaced.
 */
export function useHomeMemory() {
  const { history } = useRouter();
  const keyNow = () => history.location.state.__TSR_key ?? '';
  const [memory] = useState(
    (): HomeMemory => ({ snap: 'half', scrollTop: 0, measured: [], ...memories.get(keyNow()) }),
  );
  const keepForBack = () => void memories.set(keyNow(), memory);
  // After every change of the URL, which renders this screen.
  useEffect(keepForBack);
  return { memory, keepForBack };
}
