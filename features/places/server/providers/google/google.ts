import type { ExternalProvider } from '../external-provider.ts';
import { googlePlaces } from './google-places.ts';

export const google: ExternalProvider = {
  // Google's ids contain no colon. All other ids begin with their source: 'kakao:', 'naver:', 'kr:', 'example:'.
  ownsId: (placeId) => !placeId.includes(':'),
  isConfigured: ({ GOOGLE_PLACES_KEY }) => Boolean(GOOGLE_PLACES_KEY),
  open: ({ settings, log, ask }) => googlePlaces({ settings, ask: ask('google'), log }),
};
