/*
 * Registers what is being edited. A new version of the app waits while something is being edited
 * (web/offline/updates.ts).
 */

const watched = new Set<() => boolean>();

/**
 * Registers a check of whether something is being edited.
 * @returns a function that unregisters the check
 */
export function watchEditing(isEditing: () => boolean): () => void {
  watched.add(isEditing);
  return () => void watched.delete(isEditing);
}

export const isEditing = (): boolean => [...watched].some((each) => each());
