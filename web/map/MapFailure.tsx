import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Padding } from './map.ts';

/** In the map's place when it cannot be drawn. Quiet: the page has said it aloud, and its list works on. */
export function MapFailure({
  padding: { top = 0, right = 0, bottom = 0, left = 0 },
  isSmall,
  onRetry,
}: {
  /** What lies over the map's edges: it stands in what is left. */
  padding: Padding;
  /** In the picture of one place: without a drawing, and without the list that such a page does not have. */
  isSmall: boolean;
  onRetry: () => void;
}) {
  const retry = (
    <Button look="secondary" size="small" onClick={onRetry}>
      {m.map_retry()}
    </Button>
  );
  return (
    <div
      className="absolute inset-0 grid place-content-center bg-sunken"
      style={{ padding: `${top}px ${right}px ${bottom}px ${left}px` }}
    >
      {isSmall ? (
        <div className="grid justify-items-center gap-2 p-3 text-center">
          <p className="type-sub font-semibold text-ink-2">{m.map_failed_title()}</p>
          {retry}
        </div>
      ) : (
        <EmptyState shows="waves" title={m.map_failed_title()} text={m.map_failed_text()}>
          {retry}
        </EmptyState>
      )}
    </div>
  );
}
