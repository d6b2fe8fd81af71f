import { m } from '#messages';
import type { ApiProblem } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';

export function CollectionUnavailable({ error, onRetry }: { error: ApiProblem; onRetry: () => void }) {
  if (error.code !== 'collections.not_found') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState shows="bars" title={m.collections_gone_title()} text={m.collections_gone_text()}>
      <LinkButton to={paths.collections} look="secondary" size="small">
        {m.collections_all()}
      </LinkButton>
    </EmptyState>
  );
}
