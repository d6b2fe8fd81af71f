/**
 * The picture of a shared page, absolute. Kakao keeps pictures for hours by address: another one each time this page
 * is opened shows the list as it is now.
 */
export const cardAddress = (path: string): string =>
  `${window.location.origin}${path}/card.png?v=${openedAt.toString(36)}`;

const openedAt = Date.now();
