import { m } from '#messages';
import { isNetworkProblem } from '#web/api.ts';
import { sentenceOf } from '#web/sentences.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** It did not come: why, in the person's words, and a way to try again. */
export function ErrorState({
  error,
  onRetry,
  title,
  text,
}: {
  error: unknown;
  onRetry?: () => void;
  title?: string;
  /** Another sentence than the problem's own; without a connection followed by what to do. */
  text?: string;
}) {
  const isOffline = isNetworkProblem(error);
  return (
    <div role="alert">
      <EmptyState
        shows={isOffline ? 'waves' : 'bars'}
        title={title ?? (isOffline ? m.kit_offline_title() : m.kit_error_title())}
        text={
          isOffline ? [text, m.kit_offline_text()].filter(Boolean).join('\n') : (text ?? sentenceOf(error))
        }
      >
        {onRetry && (
          <Button look="secondary" size="small" onClick={onRetry}>
            {isOffline ? m.kit_reconnect() : m.kit_reload()}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
