import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Padding } from './map.ts';
import { isWithoutWebGl } from './webgl.ts';

/**
 * Replaces a map that cannot be used. Screen readers do not announce this text, for two reasons. If a maps service
 * failed, the page has already announced the failure. If WebGL is missing, the list contains the same places.
 */
export function MapFailure({
  error,
  padding: { top = 0, bottom = 0, left = 0 },
  isSmall,
  onRetry,
}: {
  error: Error;
  /**
   * The covered part of the map. The content is centred in the uncovered part. The right side is free, because the
   * buttons of the map are not shown.
   */
  padding: Padding;
  /** Whether the map shows a single place. The page of a place has no list to mention. */
  isSmall: boolean;
  onRetry: () => void;
}) {
  const isUnsupported = isWithoutWebGl(error);
  // Loading again cannot help a browser that cannot draw the map.
  const retry = !isUnsupported && (
    <Button look="secondary" size="small" onClick={onRetry}>
      {m.map_retry()}
    </Button>
  );
  const short = (
    <div className="grid justify-items-center gap-2 p-3 text-center">
      <p className="type-sub font-semibold text-ink-2">
        {isUnsupported ? m.map_no_webgl() : m.map_failed_title()}
      </p>
      {retry}
    </div>
  );
  return (
    <div
      className="map-failure absolute inset-0 grid place-content-center bg-sunken"
      style={{ padding: `${top}px 0 ${bottom}px ${left}px` }}
    >
      {isSmall ? (
        short
      ) : (
        <>
          <div className="map-failure-large">
            <EmptyState
              shows={isUnsupported ? 'bars' : 'waves'}
              title={m.map_failed_title()}
              text={isUnsupported ? `${m.map_no_webgl()} ${m.map_failed_text()}` : m.map_failed_text()}
            >
              {retry}
            </EmptyState>
          </div>
          <div className="map-failure-low">{short}</div>
        </>
      )}
    </div>
  );
}
