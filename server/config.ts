import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { provincesIn } from '#common/regions.ts';
import { readOrCreateAuthSecret } from './auth-secret.ts';
import { dataFolderSentence } from './data-folder.ts';

declare module 'zod' {
  interface GlobalMeta {
    /** Whether the value is secret. `npm run settings` never prints the value. */
    secret?: boolean;
    /** What happens without a value, for the table of settings. Required if there is no fixed default. */
    unset?: string;
  }
}

const url = z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' });
const smtpUrl = z.string().regex(/^smtps?:\/\/[^/\s]+/, 'must start with smtp:// or smtps://');
const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number(`must be a whole number from ${minimum} to ${maximum}`)
    .int(`must be a whole number from ${minimum} to ${maximum}`)
    .min(minimum, `must be a whole number from ${minimum} to ${maximum}`)
    .max(maximum, `must be a whole number from ${minimum} to ${maximum}`);
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

/** The sites whose pages can be read by their link. */
const PAGE_SITES = ['naver-blog', 'tistory', 'kakao-place', 'youtube', 'tiktok', 'other'];

/** A fact about the company. Its default is an example, which the server reports at its start in production. */
const companyFact = (example: string, description: string) =>
  z.string().default(example).meta({ description });

/** Accepts addresses (10.1.2.3), networks (10.0.0.0/8, fd00::/8) and the three names of the package proxy-addr. */
function areNetworks(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...more] = entry.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(entry.trim())) return true;
    const version = isIP(address);
    const isBits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    return version !== 0 && isBits && more.length === 0;
  });
}

function areWebhookSecrets(list: string): boolean {
  const secrets = list.split(',').map((secret) => secret.trim());
  return secrets.length <= 2 && secrets.every((secret) => /^(whsec_)?[A-Za-z0-9+/]{16,}={0,2}$/.test(secret));
}

/**
 * E-mail address of the admin of the demonstration, which runs only in development. The address cannot be verified,
 * because `.example` domains receive no mail.
 */
export const DEMONSTRATION_ADMIN = 'admin@momokzi.example';

export const SHUTDOWN_DELAY_MAXIMUM_SECONDS = 60;
/** Maximum seconds of a shutdown, counted from the end of `SHUTDOWN_DELAY_SECONDS`. */
export const SHUTDOWN_TIMEOUT_SECONDS = 30;

const serverSettings = {
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development').meta({
    description: 'Run mode. `production` creates no demonstration accounts and starts no sandbox.',
  }),
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .meta({ description: 'Port the server listens on; `0` picks a free one.' }),
  HOST: z.string().default('127.0.0.1').meta({
    description: 'Address the server listens on; `0.0.0.0` exposes it to the network.',
  }),
  BASE_URL: url.optional().meta({
    description:
      'Public URL of the product; https in production. Used in e-mail links. Write requests from other origins are rejected.',
    unset: '`http://localhost:PORT`',
  }),
  INSECURE_BASE_URL: oneOf(['allowed', 'refused']).default('refused').meta({
    description:
      'Whether the server starts in production without an https `BASE_URL`; session cookies are then sent unencrypted.',
  }),
  DATA_DIR: z.string().default('data').meta({
    description: 'Directory for all data on disk: the embedded database, photos, the mail outbox.',
  }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .meta({
      description: 'Connection string of an external PostgreSQL, version 15 to 18.',
      unset: 'an embedded PostgreSQL in `DATA_DIR`',
      secret: true,
    }),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .meta({
      description:
        'Connection string of a read replica for reads that are not private: place search, shared lists, provided restaurants. While the replica is unavailable, the primary answers these reads.',
      unset: 'these reads use the primary',
      secret: true,
    }),
  STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 3600).default(15).meta({
    description:
      'Maximum duration of one database statement in a request. A request that exceeds it is answered with 503. Does not apply to jobs, migrations and imports.',
  }),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional().meta({
    description: 'Secret that signs session cookies. Must be the same on every server of an installation.',
    unset: 'generated at first start and stored in `DATA_DIR/auth-secret`',
    secret: true,
  }),
  TRUSTED_PROXY: z
    .string()
    .refine(areNetworks, 'must be addresses or networks, separated by commas, such as 10.0.0.0/8')
    .optional()
    .meta({
      description:
        'Addresses or networks of your reverse proxies, separated by commas. X-Forwarded-For is trusted only from these.',
      unset: 'X-Forwarded-For is ignored',
    }),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, SHUTDOWN_DELAY_MAXIMUM_SECONDS).default(0).meta({
    description:
      'Seconds for which the server still serves requests after a shutdown signal. Meanwhile `/readyz` answers 503, so that a load balancer stops sending requests. Set it to twice the interval of its health checks.',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').meta({
    description: 'Minimum level of log lines. Each line is one JSON object.',
  }),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
    description: 'Bearer token required for `/metrics`.',
    unset: '`/metrics` is disabled',
    secret: true,
  }),
  REQUESTS_PER_MINUTE_BY_ADDRESS: wholeNumber(1, 1_000_000_000).default(3000).meta({
    description: 'Maximum requests per minute from one network address to one server process.',
  }),
  REQUESTS_PER_MINUTE_BY_ACCOUNT: wholeNumber(1, 1_000_000_000).default(600).meta({
    description: 'Maximum requests per minute from one account to one server process.',
  }),
  DOCUMENT_CACHE_MEGABYTES: wholeNumber(0, 100_000).default(32).meta({
    description:
      'Memory of each server process for its cache of lists and journals, in megabytes. A cached response is sent again while its version in the database is unchanged; `0` disables the cache.',
  }),
};

const mapSettings = {
  MAP_STYLE_URL: z
    .union([z.literal('none'), url], 'must be an address that starts with http:// or https://, or none')
    .default('https://tiles.openfreemap.org/styles/liberty')
    .meta({
      description:
        'MapLibre style of the base map, loaded by the browser. `none` uses only the bundled simple map, which is also the fallback. The content security policy allows the origin of this URL.',
    }),
  MAP_TILES_OFFLINE: oneOf(['auto', 'on', 'off']).default('auto').meta({
    description:
      'Whether devices keep map tiles that were seen, for use without a network. `auto` keeps those of openfreemap.org only; `on` is for a provider whose terms allow it. Never applies to Google and Kakao.',
  }),
  SERVICE_WORKER: oneOf(['on', 'off']).default('on').meta({
    description:
      'Whether browsers install the service worker, which opens the app without a network. `off` removes it from every device that opens the app.',
  }),
};

const placeSettings = {
  PLACES_PROVIDER: oneOf(['local', 'google', 'kakao']).default('local').meta({
    description:
      'Maps service that provides places: `local` is the built-in index of Korea; `google` and `kakao` require a key.',
  }),
  PLACES_REGIONS: z
    .string()
    .refine(
      (list) => !('unknown' in provincesIn(list)),
      'must be names of provinces, such as 서울,경기, or all',
    )
    .optional()
    .meta({
      description:
        'Provinces whose restaurants are downloaded from the licence register of the Ministry, such as `서울,경기`, or `all`. They are downloaded at the first start, and refreshed by `PLACES_REFRESH`.',
      unset: 'places are downloaded only by the admin or by `npm run places:download`',
    }),
  PLACES_REFRESH: oneOf(['weekly', 'off']).default('weekly').meta({
    description:
      'Whether the provinces of `PLACES_REGIONS` are refreshed every week, in a night of Korea. A refresh that fails is repeated in the next night.',
  }),
  PLACES_REGISTER_URL: url.default('https://file.localdata.go.kr').meta({
    description: 'URL of the site that publishes the files of the licence register.',
  }),
  OPEN_DATA_URL: url.default('https://www.data.go.kr').meta({
    description: 'URL of the site that publishes the list of 착한가격업소.',
  }),
  GOOGLE_PLACES_KEY: z.string().optional().meta({
    description: 'Server key of Google Maps Platform for Places API (New) and Geocoding API.',
    unset: '`PLACES_PROVIDER=google` is not available',
    secret: true,
  }),
  GOOGLE_PLACES_URL: url
    .default('https://places.googleapis.com')
    .meta({ description: 'URL of the Google Places API.' }),
  GOOGLE_GEOCODING_URL: url
    .default('https://maps.googleapis.com')
    .meta({ description: 'URL of the Google Geocoding API.' }),
  GOOGLE_MAPS_BROWSER_KEY: z.string().optional().meta({
    description:
      'Browser key for the Maps JavaScript API, restricted to `BASE_URL` by HTTP referrer; visible to every visitor. Google Maps then replaces MapLibre, unless places come from Kakao.',
    unset:
      'MapLibre. In production `PLACES_PROVIDER=google` is not available, because Google does not allow its places on other maps',
  }),
  GOOGLE_MAP_ID: z.string().default('DEMO_MAP_ID').meta({
    description: 'Google Maps Platform map id, required for markers.',
  }),
  GOOGLE_MAPS_URL: url
    .default('https://maps.googleapis.com')
    .meta({ description: 'URL of the Google Maps script.' }),
  KAKAO_LOCAL_KEY: z.string().optional().meta({
    description: 'REST API key of a Kakao app with 카카오맵 enabled.',
    unset: '`PLACES_PROVIDER=kakao` is not available',
    secret: true,
  }),
  KAKAO_LOCAL_URL: url.default('https://dapi.kakao.com').meta({ description: 'URL of the Kakao Local API.' }),
  KAKAO_MAPS_BROWSER_KEY: z.string().optional().meta({
    description:
      'JavaScript key of a Kakao app whose platform is `BASE_URL`. Kakao Maps then replaces MapLibre if places come from Kakao.',
    unset: 'MapLibre',
  }),
  KAKAO_MAPS_URL: url
    .default('https://dapi.kakao.com')
    .meta({ description: 'URL of the Kakao Maps script.' }),
  KAKAO_JAVASCRIPT_KEY: z.string().optional().meta({
    description:
      'JavaScript key of a Kakao app with `BASE_URL` as its SDK and link domain, for sharing to KakaoTalk; visible to every visitor.',
    unset: 'no KakaoTalk button',
  }),
  KAKAO_SDK_URL: url
    .default('https://t1.kakaocdn.net/kakao_js_sdk/2.7.5/kakao.min.js')
    .meta({ description: 'URL of the Kakao JavaScript SDK.' }),
  KAKAO_SDK_INTEGRITY: z
    .string()
    .regex(/^(none|sha(256|384|512)-[A-Za-z0-9+/]+={0,2})$/, 'must be sha384-… or none')
    .default('sha384-dok87au0gKqJdxs7msEdBPNnKSRT+/mhTVzq+qOhcL464zXwvcrpjeWvyj1kCdq6')
    .meta({
      description: 'Subresource integrity hash of the Kakao JavaScript SDK; `none` disables the check.',
    }),
  NAVER_SEARCH_KEY_ID: z.string().optional().meta({
    description: 'Client id for local search on NAVER API HUB, used for names that Kakao does not find.',
    unset: 'Naver is not used',
  }),
  NAVER_SEARCH_KEY: z.string().optional().meta({
    description: 'Client secret for NAVER API HUB.',
    unset: 'Naver is not used',
    secret: true,
  }),
  NAVER_SEARCH_URL: url
    .default('https://naverapihub.apigw.ntruss.com')
    .meta({ description: 'URL of NAVER API HUB.' }),
  PLACES_CALLS_PER_DAY: wholeNumber(0, 1_000_000_000).default(50_000).meta({
    description:
      'Daily budget of calls to external maps services for all members together; the day starts at midnight in Korea.',
  }),
  PLACES_CALLS_PER_DAY_BY_ACCOUNT: wholeNumber(0, 1_000_000_000).default(1000).meta({
    description: 'Daily budget of calls to external maps services for one member.',
  }),
};

const mailSettings = {
  SMTP_URL: smtpUrl.optional().meta({
    description: 'Mail server: smtp://user:password@host:587, or smtps:// for implicit TLS.',
    unset: 'mails are written as `.eml` files to `DATA_DIR/mail`',
    secret: true,
  }),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
      'must be an address, or a name and <an address>',
    )
    .default('모먹지 <hello@momokzi.example>')
    .meta({ description: 'Sender of every mail; must be an address that the mail server accepts.' }),
  WELCOME_EMAIL_FUNCTION_URL: z.string().optional().meta({
    description:
      'URL of an external function that sends the welcome mail. It must be of the form `https://….run.app`. The function receives {userId, email, displayName} by POST. If the URL has another form, no welcome mail is sent, and the new member sees a notice.',
    unset: 'the server sends the welcome mail',
  }),
};

const signInSettings = {
  GOOGLE_CLIENT_ID: z.string().optional().meta({
    description: 'Google OAuth client id; its redirect URI is `BASE_URL/api/auth/callback/google`.',
    unset: 'no sign-in with Google, or the test accounts of the sandbox if it runs',
  }),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Google OAuth client secret.', unset: 'as for `GOOGLE_CLIENT_ID`', secret: true }),
  GOOGLE_ISSUER: url
    .default('https://accounts.google.com')
    .meta({ description: 'OpenID Connect issuer of Google, which serves the discovery document.' }),
  KAKAO_CLIENT_ID: z.string().optional().meta({
    description: 'REST API key of a Kakao app; its redirect URI is `BASE_URL/api/auth/callback/kakao`.',
    unset: 'no sign-in with Kakao',
  }),
  KAKAO_CLIENT_SECRET: z.string().optional().meta({
    description: 'Client secret of the Kakao app, if it has one.',
    unset: 'no secret is sent',
    secret: true,
  }),
  KAKAO_AUTH_URL: url
    .default('https://kauth.kakao.com')
    .meta({ description: 'URL of the Kakao authorization server.' }),
  KAKAO_API_URL: url.default('https://kapi.kakao.com').meta({ description: 'URL of the Kakao API.' }),
  NAVER_CLIENT_ID: z.string().optional().meta({
    description: 'Client id of a Naver app; its redirect URI is `BASE_URL/api/auth/callback/naver`.',
    unset: 'no sign-in with Naver',
  }),
  NAVER_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Client secret of the Naver app.', unset: 'no sign-in with Naver', secret: true }),
  NAVER_AUTH_URL: url
    .default('https://nid.naver.com')
    .meta({ description: 'URL of the Naver authorization server.' }),
  NAVER_API_URL: url.default('https://openapi.naver.com').meta({ description: 'URL of the Naver API.' }),
};

const linkSettings = {
  NAVER_LIST_LINKS: oneOf(['on', 'off']).default('on').meta({
    description:
      'Whether members can import a shared Naver Map list by its link. Naver documents no API for this; check its terms of use.',
  }),
  KAKAO_LIST_LINKS: oneOf(['on', 'off'])
    .default('on')
    .meta({ description: 'As `NAVER_LIST_LINKS`, for KakaoMap.' }),
  GOOGLE_LIST_LINKS: oneOf(['on', 'off']).default('on').meta({
    description:
      'Whether members can import a shared Google Maps list by its link. Google documents no API for this; check its terms of use.',
  }),
  PAGE_LINKS: z
    .string()
    .default(PAGE_SITES.join(','))
    .refine(
      (list) => list === 'off' || list.split(',').every((site) => PAGE_SITES.includes(site.trim())),
      `must be off or names of sites: ${PAGE_SITES.join(',')}`,
    )
    .meta({
      description:
        'Sites whose pages the server reads when a member pastes their link; `other` is any other page, and `off` none.',
    }),
  YOUTUBE_API_KEY: z.string().optional().meta({
    description: 'Key of the YouTube Data API v3, with which the description of a video is read.',
    unset: 'members paste the description of a video themselves',
    secret: true,
  }),
};

/** The push services of Chrome and Samsung Internet, Firefox, Safari, and Edge. */
const PUSH_SERVICES =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const pushSettings = {
  PUSH_HOSTS: z.string().default(PUSH_SERVICES).meta({
    description:
      'Push services to which notifications are sent, separated by commas. Browsers with another push service cannot turn push messages on; the log names its host (`push.host_refused`).',
  }),
  PUSH_URL: z.url().optional().meta({
    description: 'Sends all push messages to this URL instead. Only for tests.',
    unset: 'each message is sent to the push service of its browser',
  }),
};

const assistantSettings = {
  MCP: oneOf(['on', 'off']).default('off').meta({
    description:
      'Whether assistants of members can use the product over the Model Context Protocol at `BASE_URL/mcp` (docs/assistants.md).',
  }),
};

const paymentSettings = {
  PORTONE_STORE_ID: z.string().optional().meta({
    description:
      'PortOne (V2) store id for membership payments; the webhook URL is `BASE_URL/api/portone/webhook`.',
    unset:
      'the payment page says that payment is being prepared, or uses the test store of the sandbox if it runs',
  }),
  PORTONE_CHANNEL_KEY: z.string().optional().meta({
    description: 'PortOne channel key for cards; visible to every visitor.',
    unset: 'no card payment',
  }),
  PORTONE_KAKAOPAY_CHANNEL_KEY: z.string().optional().meta({
    description: 'PortOne channel key for KakaoPay; visible to every visitor.',
    unset: 'no KakaoPay payment',
  }),
  PORTONE_API_SECRET: z.string().optional().meta({
    description: 'PortOne V2 API secret.',
    unset: 'required if `PORTONE_STORE_ID` is set',
    secret: true,
  }),
  PORTONE_WEBHOOK_SECRET: z
    .string()
    .refine(areWebhookSecrets, 'must be one or two secrets (whsec_…), separated by a comma')
    .optional()
    .meta({
      description:
        'Secret that verifies PortOne webhooks. To rotate it, set the old and the new secret, separated by a comma.',
      unset: 'required if `PORTONE_STORE_ID` is set',
      secret: true,
    }),
  PORTONE_API_URL: url.default('https://api.portone.io').meta({ description: 'URL of the PortOne API.' }),
  PORTONE_BROWSER_SDK_URL: url
    .default('https://cdn.portone.io/v2/browser-sdk.js')
    .meta({ description: 'URL of the PortOne browser SDK.' }),
  PORTONE_TEST_CHANNELS: oneOf(['allowed', 'refused']).optional().meta({
    description:
      'Whether payments through test channels, which move no money, grant a membership. In production, allow this only during the review by the card companies.',
    unset: '`allowed`; in production `refused`',
  }),
};

const storageSettings = {
  BACKUP_DIR: z.string().optional().meta({
    description:
      'Directory for a backup of database and photos every day at 04:00 in Korea. Use a different disk from that of `DATA_DIR`, or a network volume. The server does not start if it cannot write there.',
    unset: 'no scheduled backups',
  }),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14).meta({
    description: 'Number of scheduled backups to keep; older ones are deleted after a new one is complete.',
  }),
  BACKUP_TIMEOUT_SECONDS: wholeNumber(1, 86_400).default(43_200).meta({
    description:
      'Time after which a scheduled backup is stopped, so that a backup that hangs does not block the next one.',
  }),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]+$/, 'must be a public key that starts with age1')
    .optional()
    .meta({
      description:
        'Public age key with which backups are encrypted. `npm run backup -- --new-key FILE` creates a key pair.',
      unset: 'backups are not encrypted',
    }),
  DISK_RESERVE_MEGABYTES: wholeNumber(0, 1_000_000_000).default(512).meta({
    description:
      'Minimum free space on the volume of `DATA_DIR`, in megabytes. Below it, uploads and imports are refused, so that reads and small writes keep working.',
  }),
  PHOTO_MAX_MEGABYTES: wholeNumber(1, 100)
    .default(15)
    .meta({ description: 'Maximum size of an uploaded photo, in megabytes.' }),
  PHOTO_MAX_MEGAPIXELS: wholeNumber(1, 500).default(50).meta({
    description:
      'Maximum width × height of an uploaded photo, in megapixels. Decoding takes up to four bytes of memory per pixel, for two photos at a time.',
  }),
  S3_BUCKET: z.string().optional().meta({
    description: 'Bucket for photos in S3-compatible object storage; keep it private.',
    unset: 'photos are stored in `DATA_DIR/photos`',
  }),
  S3_ENDPOINT: url.optional().meta({
    description: 'URL of the object storage, such as a MinIO server.',
    unset: 'Amazon S3 of the region',
  }),
  S3_REGION: z.string().default('ap-northeast-2').meta({ description: 'Region of the bucket.' }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    description:
      'Access key id with permission to list, read, write and delete in the bucket. Without permission to list, Amazon S3 does not say whether a file is missing, and every missing photo counts as a failure.',
    unset: 'default credentials of the AWS SDK, such as the instance role',
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ description: 'Secret access key.', unset: 'as for `S3_ACCESS_KEY_ID`', secret: true }),
};

const sandboxSettings = {
  SANDBOX: oneOf(['on', 'off']).optional().meta({
    description:
      'Whether `npm start` also starts local substitutes for external services: test sign-in accounts, a test inbox, test payments, maps services. They listen on this machine only.',
    unset: '`on`; in production `off`',
  }),
  SANDBOX_SMTP_URL: smtpUrl.optional().meta({
    description: 'SMTP URL of the sandbox inbox, which receives a copy of every mail; set by `npm start`.',
    unset: 'no copy',
  }),
  SANDBOX_LIST_LINKS_URL: url.optional().meta({
    description:
      'URL of the sandbox. If it is set, all requests for the links that members paste are sent there; a private address is allowed. Set by `npm start`. In production it requires `SANDBOX=on`.',
    unset: 'requests go to the maps services, on public addresses only',
  }),
};

const companySettings = {
  PROVIDED_VISIBILITY_DAYS: wholeNumber(0, 36_500).default(7).meta({
    description:
      'Days after sign-up during which free members see provided restaurants. Paid members always see them.',
  }),
  COMPANY_NAME: companyFact('모먹지 (예시)', 'Company name (상호) on public pages and the payment page.'),
  COMPANY_REPRESENTATIVE: companyFact('홍길동 (예시)', 'Company representative (대표자).'),
  COMPANY_BUSINESS_NUMBER: companyFact(
    '000-00-00000 (예시)',
    'Business registration number (사업자등록번호), linked to its entry at the Fair Trade Commission.',
  ),
  COMPANY_MAIL_ORDER_NUMBER: companyFact(
    '제0000-예시-0000호',
    'Mail-order business report number (통신판매업 신고번호).',
  ),
  COMPANY_ADDRESS: companyFact('예시시 예시구 예시로 1 (예시)', 'Company address.'),
  COMPANY_EMAIL: z
    .email('must be an e-mail address')
    .default('help@momokzi.example')
    .meta({ description: 'E-mail address for questions and complaints.' }),
  COMPANY_PHONE: companyFact('02-0000-0000 (예시)', 'Telephone number for questions and complaints.'),
  COMPANY_HOSTING: companyFact('예시호스팅 (예시)', 'Hosting provider of the service (호스팅서비스 제공자).'),
};

const adminSettings = {
  REVIEW_MODERATION: oneOf(['post', 'pre']).default('post').meta({
    description:
      '`post` shows new reviews immediately, until the admin rejects them. `pre` shows them after the admin has approved them.',
  }),
  ADMIN_UID: z.string().optional().meta({
    description: 'User id of the admin account. There is exactly one admin.',
    unset: 'see `ADMIN_EMAIL`',
  }),
  ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .meta({
      description: 'Verified e-mail address of the admin account. Used only if `ADMIN_UID` is not set.',
      unset: `no admin; in development ${DEMONSTRATION_ADMIN}`,
    }),
};

/** All settings, in the order of the table in docs/operations.md. */
export const SettingsSchema = z.object({
  ...serverSettings,
  ...mapSettings,
  ...placeSettings,
  ...mailSettings,
  ...signInSettings,
  ...linkSettings,
  ...pushSettings,
  ...assistantSettings,
  ...paymentSettings,
  ...storageSettings,
  ...sandboxSettings,
  ...companySettings,
  ...adminSettings,
});

/** The settings after `loadSettings` has filled in those that depend on others. */
export type Settings = Readonly<
  Omit<z.infer<typeof SettingsSchema>, 'BASE_URL' | 'AUTH_SECRET'> & { BASE_URL: string; AUTH_SECRET: string }
>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists the problems of the settings: `sentences` contains one sentence per invalid setting. */
export class SettingsError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(`Invalid settings:\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`);
    this.name = 'SettingsError';
    this.sentences = sentences;
  }
}

/**
 * Reads the settings from the environment. If `AUTH_SECRET` is not set, generates a secret and stores it in `DATA_DIR`.
 * @throws SettingsError that names every invalid setting
 */
export function loadSettings(environment: Environment = process.env): Settings {
  const settings = checkSettings(environment);
  return {
    ...settings,
    BASE_URL: new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`).origin,
    DATA_DIR: path.resolve(settings.DATA_DIR),
    AUTH_SECRET: settings.AUTH_SECRET ?? authSecretIn(path.resolve(settings.DATA_DIR)),
    ...(settings.NODE_ENV === 'development' &&
      !settings.ADMIN_UID &&
      !settings.ADMIN_EMAIL && { ADMIN_EMAIL: DEMONSTRATION_ADMIN }),
  };
}

function authSecretIn(dataDirectory: string): string {
  try {
    return readOrCreateAuthSecret(dataDirectory);
  } catch (error) {
    throw new SettingsError([dataFolderSentence(dataDirectory, error as Error)]);
  }
}

/** @throws SettingsError that names every invalid setting */
export function checkSettings(environment: Environment): z.infer<typeof SettingsSchema> {
  const checked = SettingsSchema.safeParse(nonEmptyValues(environment));
  if (!checked.success) throw new SettingsError(checked.error.issues.map(describeIssue));
  const conflicts = conflictsOf(checked.data);
  if (conflicts.length > 0) throw new SettingsError(conflicts);
  return checked.data;
}

/** Returns one sentence per setting that is missing or insecure together with the other settings. */
function conflictsOf(settings: z.infer<typeof SettingsSchema>): string[] {
  const { PLACES_PROVIDER, GOOGLE_PLACES_KEY, GOOGLE_MAPS_BROWSER_KEY, KAKAO_LOCAL_KEY, NODE_ENV } = settings;
  const { PORTONE_STORE_ID, PORTONE_API_SECRET, PORTONE_WEBHOOK_SECRET } = settings;
  const { PORTONE_CHANNEL_KEY, PORTONE_KAKAOPAY_CHANNEL_KEY } = settings;
  return [
    NODE_ENV === 'production' &&
      settings.INSECURE_BASE_URL === 'refused' &&
      !settings.BASE_URL?.startsWith('https:') &&
      'BASE_URL must be the https address of the site when NODE_ENV is production. With INSECURE_BASE_URL=allowed, the server starts without https.',
    NODE_ENV === 'production' &&
      settings.SANDBOX !== 'on' &&
      settings.SANDBOX_LIST_LINKS_URL !== undefined &&
      'SANDBOX_LIST_LINKS_URL needs SANDBOX=on when NODE_ENV is production.',
    PLACES_PROVIDER === 'google' && !GOOGLE_PLACES_KEY && 'PLACES_PROVIDER google needs GOOGLE_PLACES_KEY.',
    PLACES_PROVIDER === 'google' &&
      !GOOGLE_MAPS_BROWSER_KEY &&
      NODE_ENV === 'production' &&
      'PLACES_PROVIDER google needs GOOGLE_MAPS_BROWSER_KEY: Google does not allow its places on other maps.',
    PLACES_PROVIDER === 'kakao' && !KAKAO_LOCAL_KEY && 'PLACES_PROVIDER kakao needs KAKAO_LOCAL_KEY.',
    ...(PORTONE_STORE_ID
      ? [
          !PORTONE_API_SECRET && 'PORTONE_STORE_ID needs PORTONE_API_SECRET.',
          !PORTONE_WEBHOOK_SECRET && 'PORTONE_STORE_ID needs PORTONE_WEBHOOK_SECRET.',
          !PORTONE_CHANNEL_KEY &&
            !PORTONE_KAKAOPAY_CHANNEL_KEY &&
            'PORTONE_STORE_ID needs PORTONE_CHANNEL_KEY, PORTONE_KAKAOPAY_CHANNEL_KEY or both.',
        ]
      : []),
  ].filter((sentence) => typeof sentence === 'string');
}

/** Returns the settings that have a value. An empty value counts as not set: `KEY= npm start` starts without `KEY`. */
export function nonEmptyValues(environment: Environment): Record<string, string> {
  const given: Record<string, string> = {};
  for (const key of Object.keys(SettingsSchema.shape)) {
    const value = environment[key]?.trim();
    if (value) given[key] = value;
  }
  return given;
}

const describeIssue = (issue: z.core.$ZodIssue) => `${issue.path.join('.')} ${issue.message}.`;
