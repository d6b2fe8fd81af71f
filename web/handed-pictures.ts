/**
 * Pictures that one screen hands to the next. They stay in memory, because a history entry would store them and a URL
 * cannot contain them.
 */
let handed: readonly File[] = [];

export const handPictures = (pictures: readonly File[]): void => {
  handed = pictures;
};

export const handedPictures = (): readonly File[] => handed;
