import { browserStorage, UNTIL_SIGN_OUT } from '#web/storage/browser-storage.ts';

export const pasteDraftKey = (uid: string) => `${UNTIL_SIGN_OUT}paste-draft.${uid}`;

/** Whether this member has a review to continue in this browser. */
export const hasPasteDraft = (uid: string): boolean => browserStorage.read(pasteDraftKey(uid)) !== null;
