import { ExternalLink } from 'lucide-react';
import { m } from '#messages';
import type { currentInAppBrowser } from '#web/browser/in-app-browser.ts';
import { AnchorButton } from './Button.tsx';

/** The button that opens this page in the browser of the device, or the words that say how. */
export function OpenInBrowser({ name, address }: NonNullable<ReturnType<typeof currentInAppBrowser>>) {
  if (!address) return <p className="type-sub text-ink-2">{m.kit_open_in_browser_by_menu({ app: name })}</p>;
  return (
    <AnchorButton href={address} look="secondary" className="w-full">
      <ExternalLink aria-hidden="true" />
      {m.kit_open_in_browser()}
    </AnchorButton>
  );
}
