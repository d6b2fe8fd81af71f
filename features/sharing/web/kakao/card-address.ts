/**
 * Returns the absolute URL of a preview image. Kakao caches images by their URL for hours. Therefore each load of the
 * page uses a different URL.
 */
export const cardAddress = (path: string): string =>
  `${window.location.origin}${path}/card.png?v=${openedAt.toString(36)}`;

const openedAt = Date.now();
