/**
 * Passed from one screen to the next in memory: a history entry would store the pictures, and a URL
 * cannot contain them.
 */
let handed: readonly File[] = [];

export const handPictures = (pictures: readonly File[]): void => {
  handed = pictures;
};

export const handedPictures = (): readonly File[] => handed;
