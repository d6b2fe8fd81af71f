// @ts-check
export const SANDBOX_CLIENT_ID = 'momokzi.apps.sandbox.example';
export const SANDBOX_CLIENT_SECRET = 'sandbox-secret-not-for-production';

/**
 * The maps services of the sandbox accept this key and `SANDBOX_REFERRER_KEY`. Like a real browser key, the second key
 * is restricted to one site.
 */
export const SANDBOX_MAPS_KEY = 'sandbox-maps-key';
export const SANDBOX_REFERRER_KEY = 'sandbox-browser-key';

/** Public values of PortOne's test store, the API secret, and the two webhook secrets. */
export const SANDBOX_PORTONE = {
  storeId: 'store-00000000-0000-4000-8000-sandbox00000',
  channelKeys: {
    card: 'channel-key-00000000-0000-4000-8000-sandbox0card',
    kakaopay: 'channel-key-00000000-0000-4000-8000-sandbox0kakao',
  },
  apiSecret: 'sandbox-portone-api-secret',
  webhookSecrets: /** @type {const} */ ([
    'whsec_c2FuZGJveCBzZWNyZXQgb2Ygd2ViaG9va3MsIG9uZQ==',
    'whsec_c2FuZGJveCBzZWNyZXQgb2Ygd2ViaG9va3MsIHR3bw==',
  ]),
};

export const PORTS = 9;

/**
 * Returns the ports of all sandbox services.
 * @param {number} first the first of the ports
 */
export const portsFrom = (first) => ({
  google: first,
  inboxPage: first + 1,
  smtp: first + 2,
  maps: first + 3,
  kakao: first + 4,
  naver: first + 5,
  portone: first + 6,
  listLinks: first + 7,
  licenceRegister: first + 8,
});

/**
 * Returns the product's settings for the sandbox. If a service is already configured, its real settings are kept.
 * @param {{ first: number, configured: Record<string, string | undefined> }} given
 * @returns {Record<string, string>}
 */
export function settingsOfProduct({ first, configured }) {
  const { google, smtp, maps, kakao, naver, portone, listLinks } = portsFrom(first);
  const mapsUrl = `http://localhost:${maps}`;
  return {
    SANDBOX_SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    SANDBOX_LIST_LINKS_URL: `http://localhost:${listLinks}`,
    ...(!configured.GOOGLE_CLIENT_ID && {
      GOOGLE_ISSUER: `http://localhost:${google}`,
      GOOGLE_CLIENT_ID: SANDBOX_CLIENT_ID,
      GOOGLE_CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
    }),
    // These settings do not change the source of places: places come from the built-in index if PLACES_PROVIDER is not
    // set.
    ...(!configured.GOOGLE_PLACES_KEY && {
      GOOGLE_PLACES_KEY: SANDBOX_MAPS_KEY,
      GOOGLE_PLACES_URL: mapsUrl,
      GOOGLE_GEOCODING_URL: mapsUrl,
    }),
    ...(!configured.KAKAO_LOCAL_KEY && { KAKAO_LOCAL_KEY: SANDBOX_MAPS_KEY, KAKAO_LOCAL_URL: mapsUrl }),
    ...(!configured.NAVER_SEARCH_KEY && {
      NAVER_SEARCH_KEY_ID: SANDBOX_MAPS_KEY,
      NAVER_SEARCH_KEY: SANDBOX_MAPS_KEY,
      NAVER_SEARCH_URL: mapsUrl,
    }),
    ...(!configured.KAKAO_CLIENT_ID && {
      KAKAO_AUTH_URL: `http://localhost:${kakao}`,
      KAKAO_API_URL: `http://localhost:${kakao}`,
      KAKAO_CLIENT_ID: SANDBOX_CLIENT_ID,
      KAKAO_CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
    }),
    ...(!configured.NAVER_CLIENT_ID && {
      NAVER_AUTH_URL: `http://localhost:${naver}`,
      NAVER_API_URL: `http://localhost:${naver}`,
      NAVER_CLIENT_ID: SANDBOX_CLIENT_ID,
      NAVER_CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
    }),
    ...(!configured.PORTONE_STORE_ID && {
      PORTONE_API_URL: `http://localhost:${portone}`,
      PORTONE_BROWSER_SDK_URL: `http://localhost:${portone}/v2/browser-sdk.js`,
      PORTONE_STORE_ID: SANDBOX_PORTONE.storeId,
      PORTONE_CHANNEL_KEY: SANDBOX_PORTONE.channelKeys.card,
      PORTONE_KAKAOPAY_CHANNEL_KEY: SANDBOX_PORTONE.channelKeys.kakaopay,
      PORTONE_API_SECRET: SANDBOX_PORTONE.apiSecret,
      PORTONE_WEBHOOK_SECRET: SANDBOX_PORTONE.webhookSecrets.join(','),
    }),
  };
}
