import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** The value is never printed. */
    secret?: boolean;
    /** What stands in the table where there is no fixed default. */
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

const company = (example: string, description: string) => z.string().default(example).meta({ description });

/** 10.1.2.3, 10.0.0.0/8, fd00::/8, and proxy-addr's names for private networks. */
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
 * The admin of the demonstration, which only development has. Nobody else can be it: no mail reaches `.example`, so
 * that the address cannot be verified by who signs up with it.
 */
export const DEMONSTRATION_ADMIN = 'admin@momokzi.example';

/** Every setting: its name in the environment, its check, its default, and a sentence for the operator. */
export const Settings = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development').meta({
    description: '`production` makes no demonstration accounts and starts no sandbox.',
  }),
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .meta({ description: 'Port that the server listens on; 0 takes a free one.' }),
  HOST: z.string().default('127.0.0.1').meta({
    description: 'Address that the server listens on; `0.0.0.0` opens it to the network.',
  }),
  BASE_URL: url.optional().meta({
    description:
      'Address that people type; https in production. Links in mails start with it, and writes from any other origin are refused.',
    unset: '`http://localhost:PORT`',
  }),
  DATA_DIR: z.string().default('data').meta({
    description: 'Folder of everything kept on disk: the embedded database, photos, the mail outbox.',
  }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .meta({
      description: 'A PostgreSQL of your own, 15 to 18.',
      unset: 'an embedded PostgreSQL in `DATA_DIR`',
      secret: true,
    }),
  STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 3600).default(15).meta({
    description:
      'Longest that the database may take for one statement of a request, which then gets 503. Jobs, migrations and imports take as long as they need.',
  }),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional().meta({
    description: 'Signs session cookies. Every server of one installation needs the same.',
    unset: 'made at first start and kept in `DATA_DIR/auth-secret`',
    secret: true,
  }),
  TRUSTED_PROXY: z
    .string()
    .refine(areNetworks, 'must be addresses or networks, separated by commas, such as 10.0.0.0/8')
    .optional()
    .meta({
      description:
        'Addresses or networks of your reverse proxies, separated by commas; X-Forwarded-For is believed from them alone.',
      unset: 'nobody is believed',
    }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').meta({
    description: 'What is logged, one JSON line each.',
  }),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
    description: 'Bearer token that opens `/metrics`.',
    unset: '`/metrics` does not exist',
    secret: true,
  }),
  REQUESTS_PER_MINUTE_BY_ADDRESS: wholeNumber(1, 1_000_000_000).default(3000).meta({
    description: 'Requests a minute that one network address may make to one server process.',
  }),
  REQUESTS_PER_MINUTE_BY_ACCOUNT: wholeNumber(1, 1_000_000_000).default(600).meta({
    description: 'Requests a minute that one account may make to one server process.',
  }),
  MAP_STYLE_URL: z
    .union([z.literal('none'), url], 'must be an address that starts with http:// or https://, or none')
    .default('https://tiles.openfreemap.org/styles/liberty')
    .meta({
      description:
        'MapLibre style of the base map, which browsers fetch where they can reach it; `none` leaves the simple map that comes with the software. Its origin is let through the content security policy.',
    }),
  PLACES_PROVIDER: oneOf(['local', 'google', 'kakao']).default('local').meta({
    description:
      'Maps service that places come from: `local` is the built-in index of Korea; `google` and `kakao` need a key.',
  }),
  GOOGLE_PLACES_KEY: z.string().optional().meta({
    description: 'Server key of Google Maps Platform for Places API (New) and Geocoding API.',
    unset: 'no `PLACES_PROVIDER=google`',
    secret: true,
  }),
  GOOGLE_PLACES_URL: url
    .default('https://places.googleapis.com')
    .meta({ description: 'Google’s Places API.' }),
  GOOGLE_GEOCODING_URL: url
    .default('https://maps.googleapis.com')
    .meta({ description: 'Google’s Geocoding API.' }),
  GOOGLE_MAPS_BROWSER_KEY: z.string().optional().meta({
    description:
      'Browser key for Maps JavaScript API, bound to `BASE_URL` by HTTP referrer; every visitor can read it. Google Maps then takes the place of MapLibre, unless places come from Kakao.',
    unset:
      'MapLibre; in production no `PLACES_PROVIDER=google`, whose places Google lets nobody draw on other maps',
  }),
  GOOGLE_MAP_ID: z.string().default('DEMO_MAP_ID').meta({
    description: 'Map id of Google Maps Platform that markers are drawn with.',
  }),
  GOOGLE_MAPS_URL: url
    .default('https://maps.googleapis.com')
    .meta({ description: 'Where the script of Google Maps lies.' }),
  KAKAO_LOCAL_KEY: z.string().optional().meta({
    description: 'REST API key of a Kakao app that has 카카오맵 switched on.',
    unset: 'no `PLACES_PROVIDER=kakao`',
    secret: true,
  }),
  KAKAO_LOCAL_URL: url.default('https://dapi.kakao.com').meta({ description: 'Kakao’s Local API.' }),
  KAKAO_MAPS_BROWSER_KEY: z.string().optional().meta({
    description:
      'JavaScript key of a Kakao app whose platform is `BASE_URL`. Kakao Maps then takes the place of MapLibre where places come from Kakao.',
    unset: 'MapLibre',
  }),
  KAKAO_MAPS_URL: url
    .default('https://dapi.kakao.com')
    .meta({ description: 'Where the script of Kakao Maps lies.' }),
  KAKAO_JAVASCRIPT_KEY: z.string().optional().meta({
    description:
      'JavaScript key of a Kakao app that has `BASE_URL` as its SDK and link domain, for sharing to KakaoTalk; every visitor can read it.',
    unset: 'no button for KakaoTalk',
  }),
  KAKAO_SDK_URL: url
    .default('https://t1.kakaocdn.net/kakao_js_sdk/2.7.5/kakao.min.js')
    .meta({ description: 'Kakao’s SDK for browsers.' }),
  KAKAO_SDK_INTEGRITY: z
    .string()
    .regex(/^(none|sha(256|384|512)-[A-Za-z0-9+/]+={0,2})$/, 'must be sha384-… or none')
    .default('sha384-dok87au0gKqJdxs7msEdBPNnKSRT+/mhTVzq+qOhcL464zXwvcrpjeWvyj1kCdq6')
    .meta({ description: 'What browsers check that file by; `none` checks nothing.' }),
  NAVER_SEARCH_KEY_ID: z.string().optional().meta({
    description:
      'Client id for local search of NAVER API HUB, which is asked for a name that Kakao does not know.',
    unset: 'Naver is not asked',
  }),
  NAVER_SEARCH_KEY: z.string().optional().meta({
    description: 'Its secret.',
    unset: 'Naver is not asked',
    secret: true,
  }),
  NAVER_SEARCH_URL: url
    .default('https://naverapihub.apigw.ntruss.com')
    .meta({ description: 'NAVER API HUB.' }),
  PLACES_CALLS_PER_DAY: wholeNumber(0, 1_000_000_000).default(50_000).meta({
    description:
      'Calls to outside maps services a day (in Korea), all members together; a lid on what they cost.',
  }),
  PLACES_CALLS_PER_DAY_BY_ACCOUNT: wholeNumber(0, 1_000_000_000).default(1000).meta({
    description: 'Of these, calls that one member can cause.',
  }),
  SMTP_URL: smtpUrl.optional().meta({
    description: 'Mail server: smtp://user:password@host:587, or smtps:// for TLS from the first byte.',
    unset: 'mails lie as `.eml` files in `DATA_DIR/mail`',
    secret: true,
  }),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
      'must be an address, or a name and <an address>',
    )
    .default('모먹지 <hello@momokzi.example>')
    .meta({ description: 'Sender of every mail; an address that `SMTP_URL` may send for.' }),
  WELCOME_EMAIL_FUNCTION_URL: z.string().optional().meta({
    description:
      'Function that sends the welcome mail instead, `https://….run.app`; gets {userId, email, displayName} by POST. Any other address sends nothing, and who signs up is told so.',
    unset: 'the product sends the welcome mail itself',
  }),
  GOOGLE_CLIENT_ID: z.string().optional().meta({
    description: 'OAuth client of Google; its redirect address is `BASE_URL/api/auth/callback/google`.',
    unset: 'no sign-in with Google; with the sandbox its test accounts',
  }),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Its secret.', unset: 'as above', secret: true }),
  GOOGLE_ISSUER: url
    .default('https://accounts.google.com')
    .meta({ description: 'Where Google’s OpenID Connect discovery document lies.' }),
  KAKAO_CLIENT_ID: z.string().optional().meta({
    description: 'REST API key of a Kakao app; its redirect address is `BASE_URL/api/auth/callback/kakao`.',
    unset: 'no sign-in with Kakao',
  }),
  KAKAO_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Its secret, where the app has one.', unset: 'none is sent', secret: true }),
  KAKAO_AUTH_URL: url
    .default('https://kauth.kakao.com')
    .meta({ description: 'Kakao’s authorization server.' }),
  KAKAO_API_URL: url.default('https://kapi.kakao.com').meta({ description: 'Kakao’s API.' }),
  NAVER_CLIENT_ID: z.string().optional().meta({
    description: 'Client of a Naver app; its redirect address is `BASE_URL/api/auth/callback/naver`.',
    unset: 'no sign-in with Naver',
  }),
  NAVER_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Its secret.', unset: 'no sign-in with Naver', secret: true }),
  NAVER_AUTH_URL: url.default('https://nid.naver.com').meta({ description: 'Naver’s authorization server.' }),
  NAVER_API_URL: url.default('https://openapi.naver.com').meta({ description: 'Naver’s API.' }),
  PORTONE_STORE_ID: z.string().optional().meta({
    description:
      'Store of PortOne (V2) that memberships are paid through; its webhook address is `BASE_URL/api/portone/webhook`.',
    unset: 'payment “is being prepared”; with the sandbox its test store',
  }),
  PORTONE_CHANNEL_KEY: z.string().optional().meta({
    description: 'Channel of that store for cards; every visitor can read it.',
    unset: 'no payment by card',
  }),
  PORTONE_KAKAOPAY_CHANNEL_KEY: z.string().optional().meta({
    description: 'Channel of that store for KakaoPay.',
    unset: 'no payment by KakaoPay',
  }),
  PORTONE_API_SECRET: z.string().optional().meta({
    description: 'V2 API secret of that store.',
    unset: 'no payment',
    secret: true,
  }),
  PORTONE_WEBHOOK_SECRET: z
    .string()
    .refine(areWebhookSecrets, 'must be one or two secrets (whsec_…), separated by a comma')
    .optional()
    .meta({
      description:
        'Secret that its webhooks are signed with; two, separated by a comma, while one is changed.',
      unset: 'no payment',
      secret: true,
    }),
  PORTONE_API_URL: url.default('https://api.portone.io').meta({ description: 'PortOne’s API.' }),
  PORTONE_BROWSER_SDK_URL: url
    .default('https://cdn.portone.io/v2/browser-sdk.js')
    .meta({ description: 'PortOne’s script for browsers.' }),
  PORTONE_TEST_CHANNELS: oneOf(['allowed', 'refused']).optional().meta({
    description:
      'Whether a payment through a test channel, which moves no money, makes a paid member. In production only for the time of a review by the card companies.',
    unset: '`allowed`; in production `refused`',
  }),
  PHOTO_MAX_MEGABYTES: wholeNumber(1, 100)
    .default(15)
    .meta({ description: 'Size of a photo file that may be uploaded, in megabytes.' }),
  PHOTO_MAX_MEGAPIXELS: wholeNumber(1, 500).default(50).meta({
    description:
      'Width times height of a photo that may be uploaded, in millions. Each may take four bytes of memory, for two photos at a time.',
  }),
  S3_BUCKET: z.string().optional().meta({
    description: 'Bucket of an S3-compatible object storage for photos; it stays private.',
    unset: 'photos lie in `DATA_DIR/photos`',
  }),
  S3_ENDPOINT: url.optional().meta({
    description: 'Address of that storage, such as MinIO’s.',
    unset: 'Amazon’s of the region',
  }),
  S3_REGION: z.string().default('ap-northeast-2').meta({ description: 'Its region.' }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    description: 'Key that may read, write and delete in the bucket.',
    unset: 'what the AWS SDK finds by itself, such as the machine’s role',
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ description: 'Its secret.', unset: 'as above', secret: true }),
  SANDBOX: oneOf(['on', 'off']).optional().meta({
    description:
      'Whether `npm start` also starts the stand-ins for outside services (test accounts for sign-in, a test inbox, test payments, the maps services), on this machine alone.',
    unset: '`on`; in production `off`',
  }),
  SANDBOX_SMTP_URL: smtpUrl.optional().meta({
    description: 'The inbox of the sandbox, which gets a copy of every mail; set by `npm start`.',
    unset: 'no copy',
  }),
  PROVIDED_VISIBILITY_DAYS: wholeNumber(0, 36_500).default(7).meta({
    description:
      'Days from sign-up for which free members see the provided restaurants; paid members always do.',
  }),
  COMPANY_NAME: company(
    '모먹지 (예시)',
    'Name of the company (상호), as public pages and the payment page show it.',
  ),
  COMPANY_REPRESENTATIVE: company('홍길동 (예시)', 'Its representative (대표자).'),
  COMPANY_BUSINESS_NUMBER: company(
    '000-00-00000 (예시)',
    'Its business registration number (사업자등록번호); leads to what the Fair Trade Commission shows of it.',
  ),
  COMPANY_MAIL_ORDER_NUMBER: company(
    '제0000-예시-0000호',
    'Number of its report as a mail-order business (통신판매업 신고번호).',
  ),
  COMPANY_ADDRESS: company('예시시 예시구 예시로 1 (예시)', 'Its address.'),
  COMPANY_EMAIL: z
    .email('must be an e-mail address')
    .default('help@momokzi.example')
    .meta({ description: 'E-mail address for questions and complaints.' }),
  COMPANY_PHONE: company('02-0000-0000 (예시)', 'Telephone for questions and complaints.'),
  COMPANY_HOSTING: company('예시호스팅 (예시)', 'Who hosts the service (호스팅서비스 제공자).'),
  REVIEW_MODERATION: oneOf(['post', 'pre']).default('post').meta({
    description:
      '`post` shows new reviews at once, until the admin rejects them; `pre` shows them once the admin has approved them.',
  }),
  ADMIN_UID: z.string().optional().meta({ description: 'Id of the one admin account.', unset: 'no admin' }),
  ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .meta({
      description: 'Verified e-mail address of the one admin account, where its id is not known yet.',
      unset: `no admin; in development ${DEMONSTRATION_ADMIN}`,
    }),
});

/** Settings as the program uses them: whatever can be derived is filled in. */
export type Settings = Readonly<
  Omit<z.infer<typeof Settings>, 'BASE_URL' | 'AUTH_SECRET'> & { BASE_URL: string; AUTH_SECRET: string }
>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** All that is wrong with the environment, one sentence a line. */
export class SettingsError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(`The settings cannot be used:\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`);
    this.name = 'SettingsError';
    this.sentences = sentences;
  }
}

/**
 * Reads and checks the environment; the only place that does.
 * Makes and keeps an `AUTH_SECRET` in `DATA_DIR` where none is set.
 * @throws SettingsError naming every bad key
 */
export function loadSettings(environment: Environment = process.env): Settings {
  const settings = checkSettings(environment);
  return {
    ...settings,
    BASE_URL: new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`).origin,
    DATA_DIR: path.resolve(settings.DATA_DIR),
    AUTH_SECRET: settings.AUTH_SECRET ?? keptSecret(path.resolve(settings.DATA_DIR)),
    ...(settings.NODE_ENV === 'development' &&
      !settings.ADMIN_UID &&
      !settings.ADMIN_EMAIL && { ADMIN_EMAIL: DEMONSTRATION_ADMIN }),
  };
}

/** @throws SettingsError naming every bad key */
export function checkSettings(environment: Environment): z.infer<typeof Settings> {
  const checked = Settings.safeParse(givenValues(environment));
  if (!checked.success) throw new SettingsError(checked.error.issues.map(sentenceAbout));
  const missing = keysMissing(checked.data);
  if (missing.length > 0) throw new SettingsError(missing);
  return checked.data;
}

/** What a service needs that was chosen. */
function keysMissing(settings: z.infer<typeof Settings>): string[] {
  const { PLACES_PROVIDER, GOOGLE_PLACES_KEY, GOOGLE_MAPS_BROWSER_KEY, KAKAO_LOCAL_KEY, NODE_ENV } = settings;
  const { PORTONE_STORE_ID, PORTONE_API_SECRET, PORTONE_WEBHOOK_SECRET } = settings;
  const { PORTONE_CHANNEL_KEY, PORTONE_KAKAOPAY_CHANNEL_KEY } = settings;
  return [
    PLACES_PROVIDER === 'google' && !GOOGLE_PLACES_KEY && 'PLACES_PROVIDER google needs GOOGLE_PLACES_KEY.',
    PLACES_PROVIDER === 'google' &&
      !GOOGLE_MAPS_BROWSER_KEY &&
      NODE_ENV === 'production' &&
      'PLACES_PROVIDER google needs GOOGLE_MAPS_BROWSER_KEY: Google lets its places be drawn on no other map.',
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

/** An empty value means "not set", as in `KEY= npm start`. */
export function givenValues(environment: Environment): Record<string, string> {
  const given: Record<string, string> = {};
  for (const key of Object.keys(Settings.shape)) {
    const value = environment[key]?.trim();
    if (value) given[key] = value;
  }
  return given;
}

const sentenceAbout = (issue: z.core.$ZodIssue) => `${issue.path.join('.')} ${issue.message}.`;

/** The secret of this data folder, made by whichever process comes first. */
function keptSecret(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'auth-secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mkdirSync(dataDirectory, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch {
      // Another process was first: its secret counts.
    }
    rmSync(draft);
    return readFileSync(file, 'utf8').trim();
  }
}
