import { m } from '#messages';
import { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';

/** Shows why a place is not shown: the place is unknown, or it could not be loaded. */
export function RestaurantUnavailable({
  error,
  text = m.restaurants_load_failed,
  onRetry,
}: {
  /** The error of the request; null if the place is not in the member's list. */
  error: Error | null;
  /** Returns a text that says what could not be loaded and why. */
  text?: (reason: { message: string }) => string;
  onRetry: () => void;
}) {
  const isUnknown = error === null || (error instanceof ApiProblem && error.status === 404);
  if (!isUnknown)
    return <ErrorState error={error} text={text({ message: messageOf(error) })} onRetry={onRetry} />;
  return (
    <EmptyState shows="bars" title={m.restaurants_unknown_title()} text={m.restaurants_unknown_text()}>
      <LinkButton to={paths.home} look="secondary" size="small">
        {m.restaurants_to_my_list()}
      </LinkButton>
    </EmptyState>
  );
}
