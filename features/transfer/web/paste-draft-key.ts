import { browserStorage } from '#web/browser-storage.ts';

export const pasteDraftKey = (uid: string) => `momokzi.paste-draft.${uid}`;

/** Whether this member has a review to continue in this browser. */
export const hasPasteDraft = (uid: string): boolean => browserStorage.read(pasteDraftKey(uid)) !== null;
