import type { Settings } from '#server/config.ts';
import type { ExternalProvider } from './external-provider.ts';
import { google } from './google/google.ts';
import { kakao } from './kakao/kakao.ts';

/** The external providers, by the value of `PLACES_PROVIDER`. The server uses the built-in index for all other ids. */
export const EXTERNAL_PROVIDERS: Record<Exclude<Settings['PLACES_PROVIDER'], 'local'>, ExternalProvider> = {
  google,
  kakao,
};
