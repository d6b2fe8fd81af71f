import { WifiOff } from 'lucide-react';
import { m } from '#messages';
import { useOnline } from '#web/online.ts';

/** Shown above a cached list while offline. */
export function OfflineStrip() {
  const isOnline = useOnline();
  return (
    // Empty, it exists only for screen readers and takes no space in the layout.
    <div role="status" className="empty:absolute">
      {!isOnline && (
        <p className="type-caption flex items-center gap-2 rounded-small bg-sunken px-3 py-2 font-semibold text-ink-2">
          <WifiOff className="size-4 flex-none" aria-hidden="true" />
          {m.kit_offline_strip()}
        </p>
      )}
    </div>
  );
}
