import type { ExternalProvider } from '../external-provider.ts';
import { kakaoLocal } from './kakao-local.ts';
import { searchNaver } from './naver-search.ts';
import { cacheSearchResults, selectCachedPlace } from './search-result-cache.sql.ts';

/** Kakao, with Naver for the names that Kakao does not know. */
export const kakao: ExternalProvider = {
  // Places from Naver are stored together with Kakao's search results.
  ownsId: (placeId) => /^(kakao|naver):/.test(placeId),
  isConfigured: ({ KAKAO_LOCAL_KEY }) => Boolean(KAKAO_LOCAL_KEY),
  open: ({ database, settings, log, ask }) =>
    kakaoLocal({
      settings,
      ask: ask('kakao'),
      log,
      resultCache: {
        keep: (places) => cacheSearchResults(database, places),
        find: (placeId) => selectCachedPlace(database, placeId),
      },
      lookUp: (name) => searchNaver({ settings, ask: ask('naver'), log, name }),
    }),
};
