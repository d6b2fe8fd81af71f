import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** In the map's place when it cannot be drawn. Quiet: the page has said it aloud, and its list works on. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="absolute inset-0 grid place-content-center bg-sunken">
      <EmptyState shows="waves" title={m.map_failed_title()} text={m.map_failed_text()}>
        <Button look="secondary" size="small" onClick={onRetry}>
          {m.map_retry()}
        </Button>
      </EmptyState>
    </div>
  );
}
