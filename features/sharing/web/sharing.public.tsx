import { lazyDialog, lazyPart } from '#web/shell/lazy-part.tsx';

export { ownerLabel } from '../owner-label.ts';
export { KakaoShareButton } from './kakao/KakaoShareButton.tsx';
export { ShareUnavailable } from './shared/ShareUnavailable.tsx';
export { SharedHeader } from './shared/SharedHeader.tsx';
export { SharedMap as PlacesMap } from './shared/SharedMap.tsx';

/** Sends the existing link if there is one. */
export const CollectionShareDialog = lazyDialog(async () => ({
  default: (await import('./CollectionShareDialog.tsx')).CollectionShareDialog,
}));

/** Each link leads to its settings. */
export const ShareLinks = lazyPart(async () => ({
  default: (await import('./manage/ShareLinks.tsx')).ShareLinks,
}));
