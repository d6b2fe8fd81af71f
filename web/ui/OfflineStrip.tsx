import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '#messages';

/** Shown above a cached list while offline. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
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

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
