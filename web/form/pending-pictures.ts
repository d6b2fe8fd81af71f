/**
 * The pictures that one screen passes to the next. They are passed in memory, because a history entry would store them,
 * and a URL cannot contain them.
 */
let pending: readonly File[] = [];
let receipt: File | null = null;

export const setPendingPictures = (pictures: readonly File[]): void => {
  pending = pictures;
};

export const pendingPictures = (): readonly File[] => pending;

/** The photo of a receipt. */
export const setPendingReceipt = (photo: File | null): void => {
  receipt = photo;
};

export const pendingReceipt = (): File | null => receipt;
