/* While something is being edited, a new version of the app waits (web/offline/updates.ts). */

const watched = new Set<() => boolean>();

/** @returns a function that unsubscribes */
export function watchEditing(isEditing: () => boolean): () => void {
  watched.add(isEditing);
  return () => void watched.delete(isEditing);
}

export const isEditing = (): boolean => [...watched].some((each) => each());
