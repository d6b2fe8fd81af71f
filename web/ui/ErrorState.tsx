import { m } from '#messages';
import { type ApiProblem, isNetworkProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export function ErrorState({
  error,
  onRetry,
  title,
  text,
}: {
  error: unknown;
  onRetry?: () => void;
  title?: string;
  /**
   * A text that replaces the message of the problem. Without a connection, a second line says what to do.
   * The text is not shown if this device is offline and has no copy of the data.
   */
  text?: string;
}) {
  const isOffline = isNetworkProblem(error);
  const isNotKept = isOffline && (error as ApiProblem).code === 'network.not_kept';
  const offlineText = [text, m.kit_offline_text()].filter(Boolean).join('\n');
  const failureText = isOffline ? offlineText : (text ?? messageOf(error));
  return (
    <div role="alert">
      <EmptyState
        shows={isOffline ? 'waves' : 'bars'}
        title={title ?? (isOffline ? m.kit_offline_title() : m.kit_error_title())}
        text={isNotKept ? messageOf(error) : failureText}
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
