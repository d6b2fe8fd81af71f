import { lazyPart } from '#web/shell/lazy-part.tsx';

export { SharedMap as PlacesMap } from './shared/SharedMap.tsx';

/** In 모음: my share links, each linking to its settings. */
export const ShareLinks = lazyPart(async () => ({
  default: (await import('./manage/ShareLinks.tsx')).ShareLinks,
}));
