/**
 * The absolute URL of a shared page's preview image. Kakao caches images by URL for hours, so each page load uses a
 * different URL to show the current list.
 */
export const cardAddress = (path: string): string =>
  `${window.location.origin}${path}/card.png?v=${openedAt.toString(36)}`;

const openedAt = Date.now();
