import { createECDH, hash, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import { m } from '#messages';
import { notificationText } from '#features/notifications/notification-text.ts';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { timeToLive } from '#features/notifications/push.rules.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';

export type PushKeys = { publicKey: string; privateKey: string };

/**
 * The key pair with which this installation identifies itself to push services (VAPID, RFC 8292), in base64url. It is
 * derived from AUTH_SECRET, so it is the same on every server and in every backup.
 */
export function pushKeysOf({ AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>): PushKeys {
  const privateKey = Buffer.from(hkdfSync('sha256', AUTH_SECRET, '', 'web-push', 32));
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Maximum length of a text in characters, so that the message has less than 3,000 bytes. */
const TEXT_MAXIMUM = 200;

/**
 * Returns the text of a push message: a declarative push message, which Safari shows without the service worker. Other
 * browsers pass it to the service worker (web/service-worker/push.ts).
 */
export function pushText(
  { BASE_URL }: Pick<Settings, 'BASE_URL'>,
  { notification, locale }: { notification: Notification; locale: Locale },
): string {
  const { title: heading, body } = notificationText(notification, locale);
  // A message about new episodes is an advertisement, as the mail about them is (docs/decisions/0043-following.md).
  const title = notification.kind === 'episode' ? m.following_mail_subject({ heading }, { locale }) : heading;
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title: title.slice(0, TEXT_MAXIMUM),
      body: body.slice(0, TEXT_MAXIMUM),
      lang: locale,
      tag: topicOf(notification),
      navigate: `${BASE_URL}/app/notifications?open=${notification.id}`,
    },
  });
}

/** A later message with the same topic replaces an earlier one that has not been delivered or read. */
const topicOf = ({ kind, subjectId }: Notification): string =>
  hash('sha256', `${kind} ${subjectId}`, 'base64url').slice(0, 32);

export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

/** Encrypts and signs a push message. */
export function pushRequest(
  settings: Pick<Settings, 'BASE_URL' | 'COMPANY_EMAIL'>,
  {
    keys,
    subscription: { endpoint, p256dh, auth },
    notification,
    locale,
  }: { keys: PushKeys; subscription: PushSubscription; notification: Notification; locale: Locale },
): { url: URL; headers: Record<string, string>; body: Buffer } {
  const url = new URL(endpoint);
  const { cipherText } = webPush.encrypt(
    p256dh,
    auth,
    pushText(settings, { notification, locale }),
    'aes128gcm',
  );
  const { Authorization } = webPush.getVapidHeaders(
    url.origin,
    `mailto:${settings.COMPANY_EMAIL}`,
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
  );
  return {
    url,
    body: cipherText,
    headers: {
      authorization: Authorization,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: `${timeToLive(notification.kind)}`,
      topic: topicOf(notification),
      urgency: 'normal',
    },
  };
}
