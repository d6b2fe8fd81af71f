import { m } from '#messages';
import { addressInBrowser, type InAppBrowser, inAppBrowserOf } from './in-app-browser.rules.ts';

const NAMES: Record<InAppBrowser, () => string> = {
  kakaotalk: m.kit_app_kakaotalk,
  naver: m.kit_app_naver,
  instagram: m.kit_app_instagram,
  facebook: m.kit_app_facebook,
  line: m.kit_app_line,
};

/**
 * Returns the app whose browser shows this page: its name, and the address that opens the page in the browser of the
 * device, if there is one. Returns null in a browser of its own.
 */
export function currentInAppBrowser(): { name: string; address: string | null } | null {
  const { userAgent } = navigator;
  const app = inAppBrowserOf(userAgent);
  return app && { name: NAMES[app](), address: addressInBrowser({ app, userAgent, url: location.href }) };
}
