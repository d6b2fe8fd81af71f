import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PaymentLink } from '#web/ui/PaymentLink.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import type { useSources } from './use-sources.ts';

/**
 * Shows why there are no sources. They are loading, could not be loaded, are no longer visible to this member, or do
 * not exist.
 */
export function SourcesState({
  sources: { views, isVisible, total, error, refetchList },
}: {
  sources: ReturnType<typeof useSources>;
}) {
  if (error) {
    const text = m.restaurants_load_failed({ message: messageOf(error) });
    return <ErrorState error={error} text={text} onRetry={refetchList} />;
  }
  if (!views) return <SkeletonPanels shapes={['h-32', 'h-32']} className="sm:grid-cols-2 lg:grid-cols-3" />;
  if (!isVisible)
    return (
      <EmptyState
        shows="bars"
        title={m.provided_expired_title()}
        text={m.provided_over({ count: numberOf(total) })}
      >
        <PaymentLink size="small">{m.kit_paywall_button()}</PaymentLink>
      </EmptyState>
    );
  return (
    <EmptyState title={m.provided_none_title()} text={m.provided_none_text()}>
      <LinkButton to={paths.home} look="secondary" size="small">
        {m.restaurants_to_my_list()}
      </LinkButton>
    </EmptyState>
  );
}
