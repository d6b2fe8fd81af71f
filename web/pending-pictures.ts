/**
 * Passed from one screen to the next in memory: a history entry would store the pictures, and a URL
 * cannot contain them.
 */
let pending: readonly File[] = [];

export const setPendingPictures = (pictures: readonly File[]): void => {
  pending = pictures;
};

export const pendingPictures = (): readonly File[] => pending;
