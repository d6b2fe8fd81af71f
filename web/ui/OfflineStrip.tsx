import type { QueryKey } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import { useLastChecked } from '#web/documents/last-checked.ts';
import { useOnline } from '#web/online.ts';
import { recentTime } from '#web/format/relative-time.ts';
import { useMinute } from '#web/browser/use-minute.ts';

/**
 * A notice above data that could not be read again.
 * @param of - the query key of the data that the screen shows
 * @param isEditable - whether the member can change the data; changes without a network wait in the outbox
 * @param offlineText - says which writes do not wait, because they need the server
 */
export function OfflineStrip({
  of,
  isEditable = false,
  offlineText = null,
  className,
}: {
  of: QueryKey;
  isEditable?: boolean;
  offlineText?: string | null;
  className?: string;
}) {
  const checkedAt = useLastChecked(of);
  const isOnline = useOnline();
  const now = useMinute();
  const writes = [isEditable && m.kit_offline_changes(), !isOnline && offlineText].filter(Boolean).join(' ');
  const isShown = !isOnline || checkedAt !== null;
  return (
    // An empty strip exists only for screen readers. It takes no space in the layout.
    <div role="status" className={isShown ? className : 'absolute'}>
      {isShown && (
        <p className="type-caption numbers flex items-center gap-2 rounded-small bg-soft px-3 py-2 font-semibold text-ink-2">
          <WifiOff className="size-4 flex-none" aria-hidden="true" />
          {checkedAt === null ? (
            <span>{[m.kit_offline_title(), writes].filter(Boolean).join(' · ')}</span>
          ) : (
            <span>
              {[isOnline ? m.kit_stored() : m.kit_offline_stored(), writes].filter(Boolean).join(' ')}{' '}
              <span className="inline-block">
                {m.kit_last_checked({ when: recentTime({ at: checkedAt, now, zone: localZone() }) })}
              </span>
            </span>
          )}
        </p>
      )}
    </div>
  );
}
