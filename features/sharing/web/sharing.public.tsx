import { lazyDialog, lazyPart } from '#web/shell/lazy-part.tsx';

export { ownerLabel } from '../owner-label.ts';
export { KakaoShareButton } from './kakao/KakaoShareButton.tsx';
export { ShareUnavailable } from './shared/ShareUnavailable.tsx';
export { SharedHeader } from './shared/SharedHeader.tsx';
export { SharedMap as PlacesMap } from './shared/SharedMap.tsx';

/** Creates a share link to a collection, or sends the existing one. */
export const CollectionShareDialog = lazyDialog(async () => ({
  default: (await import('./CollectionShareDialog.tsx')).CollectionShareDialog,
}));

/** The part of 모음 with my share links. Each links to its settings. */
export const ShareLinks = lazyPart(async () => ({
  default: (await import('./manage/ShareLinks.tsx')).ShareLinks,
}));
