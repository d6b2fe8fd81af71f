/*
 * Browsers inside other apps. Google refuses to sign in there (403 disallowed_useragent); downloads and passkeys are
 * missing in most of them. The tokens are in the user agents that these apps send.
 */

const TOKENS = {
  kakaotalk: /KAKAOTALK/i,
  naver: /NAVER\(inapp/i,
  instagram: /Instagram/i,
  facebook: /\bFB(?:AN|AV|_IAB)\b/i,
  line: /\bLine\//i,
} as const;

export type InAppBrowser = keyof typeof TOKENS;

/** Returns the app whose browser shows the page; null in a browser of its own. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | null {
  const apps = Object.keys(TOKENS) as InAppBrowser[];
  return apps.find((app) => TOKENS[app].test(userAgent)) ?? null;
}

/** Returns the address that opens a page in the browser of the device; null if only the menu of the app can open it. */
export function addressInBrowser({
  app,
  userAgent,
  url,
}: {
  app: InAppBrowser;
  userAgent: string;
  url: string;
}): string | null {
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`;
  if (app === 'line') return withParameter(url, 'openExternalBrowser', '1');
  if (!/Android/i.test(userAgent)) return null;
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}

function withParameter(url: string, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}
