import { lazyDialog, lazyPart } from '#web/shell/lazy-part.tsx';

export { ownerLabel } from '../owner-label.ts';
export { KakaoShareButton } from './kakao/KakaoShareButton.tsx';
export { ShareUnavailable } from './shared/ShareUnavailable.tsx';
export { SharedHeader } from './shared/SharedHeader.tsx';
export { SharedMap as PlacesMap } from './shared/SharedMap.tsx';

/** The dialog that shares a collection. If there is already a link to the collection, the dialog uses that link. */
export const CollectionShareDialog = lazyDialog(async () => ({
  default: (await import('./CollectionShareDialog.tsx')).CollectionShareDialog,
}));

/** The list of the member's share links. A press on a link opens the page with the settings of all share links. */
export const ShareLinks = lazyPart(async () => ({
  default: (await import('./manage/ShareLinks.tsx')).ShareLinks,
}));
