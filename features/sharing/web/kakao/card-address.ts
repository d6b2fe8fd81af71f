/** Absolute. Kakao caches images by URL for hours, so each page load uses a different URL. */
export const cardAddress = (path: string): string =>
  `${window.location.origin}${path}/card.png?v=${openedAt.toString(36)}`;

const openedAt = Date.now();
