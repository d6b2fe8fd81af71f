/**
 * The pictures that one screen passes to the next. They are passed in memory, because a history entry would store them,
 * and a URL cannot contain them.
 */
let pending: readonly File[] = [];

export const setPendingPictures = (pictures: readonly File[]): void => {
  pending = pictures;
};

export const pendingPictures = (): readonly File[] => pending;
