import { welcomeSender } from '#features/account/account.rules.ts';
import type { SiteCondition, SiteText } from '#features/site/site-pages.rules.ts';
import type { Settings } from '#server/config.ts';
import { mapKind } from '#server/http/map-sources.ts';

/** Returns the external services that receive data with the current settings. The privacy policy lists them. */
export function servicesInUse(settings: Settings) {
  const {
    PLACES_PROVIDER: placesProvider,
    SMTP_URL,
    S3_BUCKET,
    S3_ENDPOINT,
    S3_REGION,
    MAP_STYLE_URL,
  } = settings;
  const map = mapKind(settings);
  const signsInWithGoogle = Boolean(settings.GOOGLE_CLIENT_ID && settings.GOOGLE_CLIENT_SECRET);
  const fetchesTiles = map === 'maplibre' && MAP_STYLE_URL !== 'none';
  const welcomesByFunction = welcomeSender(settings.WELCOME_EMAIL_FUNCTION_URL).by === 'function';
  const readsNaverLists = settings.NAVER_LIST_LINKS === 'on';
  const readsKakaoLists = settings.KAKAO_LIST_LINKS === 'on';
  const readsGoogleLists = settings.GOOGLE_LIST_LINKS === 'on';
  const sendsAbroad =
    signsInWithGoogle ||
    placesProvider === 'google' ||
    map === 'google' ||
    readsGoogleLists ||
    fetchesTiles ||
    welcomesByFunction;
  return {
    texts: {
      mailHost: hostOf(SMTP_URL),
      storageHost: hostOf(S3_ENDPOINT),
      storageRegion: S3_REGION,
      tilesHost: fetchesTiles ? hostOf(MAP_STYLE_URL) : '',
    } satisfies Partial<Record<SiteText, string>>,
    conditions: {
      signsInWithGoogle,
      signsInWithKakao: Boolean(settings.KAKAO_CLIENT_ID),
      signsInWithNaver: Boolean(settings.NAVER_CLIENT_ID && settings.NAVER_CLIENT_SECRET),
      asksNobody: placesProvider === 'local',
      asksGoogle: placesProvider === 'google',
      asksKakao: placesProvider === 'kakao',
      asksNaver:
        placesProvider === 'kakao' && Boolean(settings.NAVER_SEARCH_KEY_ID && settings.NAVER_SEARCH_KEY),
      drawsGoogleMaps: map === 'google',
      drawsKakaoMaps: map === 'kakao',
      fetchesTiles,
      usesGoogleMaps: placesProvider === 'google' || map === 'google',
      usesKakaoMaps: placesProvider === 'kakao' || map === 'kakao',
      sharesToKakaoTalk: Boolean(settings.KAKAO_JAVASCRIPT_KEY),
      connectsAssistants: settings.MCP === 'on',
      readsPages: settings.PAGE_LINKS !== 'off',
      readsLists: readsNaverLists || readsKakaoLists || readsGoogleLists,
      readsNaverLists,
      readsKakaoLists,
      readsGoogleLists,
      takesPayments: Boolean(settings.PORTONE_STORE_ID),
      sendsMail: Boolean(SMTP_URL),
      keepsPhotosAtAmazon: Boolean(S3_BUCKET && !S3_ENDPOINT),
      keepsPhotosElsewhere: Boolean(S3_BUCKET && S3_ENDPOINT),
      welcomesByFunction,
      sendsAbroad,
      sendsNothingAbroad: !sendsAbroad,
    } satisfies Partial<Record<SiteCondition, boolean>>,
  };
}

/** Returns only the host of a URL, because a URL may contain a password. */
const hostOf = (address: string | undefined): string => (address ? new URL(address).hostname : '');
