/** Maximum number of pictures that are received or read together. */
export const PICTURES_MAXIMUM = 20;

/** Maximum bytes of shared pictures that the device stores: 20 photos of 5 MB. */
const SHARED_BYTES_MAXIMUM = 100_000_000;

/** Returns the pictures that fit into the limits, in their order, and the number of pictures that do not fit. */
export function withinLimits<Picture extends { size: number }>(
  pictures: readonly Picture[],
): { taken: Picture[]; left: number } {
  const taken: Picture[] = [];
  let bytes = 0;
  for (const picture of pictures) {
    if (taken.length === PICTURES_MAXIMUM || SHARED_BYTES_MAXIMUM < bytes + picture.size) continue;
    taken.push(picture);
    bytes += picture.size;
  }
  return { taken, left: pictures.length - taken.length };
}
