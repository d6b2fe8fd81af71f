import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { listSharesQuery } from '../sharing.queries.ts';
import { SHARE_STATES } from './ShareCard.tsx';

export function ShareLinks() {
  const { data, error, isPending, refetch } = useQuery(listSharesQuery);
  if (isPending) return <SkeletonPanels shapes={['h-16']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const { shares } = data;
  return (
    <>
      {shares.length === 0 ? (
        <p className="type-sub text-ink-2">{m.collections_shares_none()}</p>
      ) : (
        <ul role="list" className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {shares.map(({ id, title, state, opens }) => (
            <li key={id}>
              <Link
                to={paths.shareMyList}
                className="flex min-h-16 items-center gap-3 rounded-card bg-surface px-4 py-3 shadow-1"
              >
                <span className="grid min-w-0 flex-1 gap-1">
                  <span className="truncate font-semibold">{title}</span>
                  <span className="type-caption numbers flex flex-wrap items-center gap-2 text-ink-2">
                    <Pill kind={SHARE_STATES[state].kind}>{SHARE_STATES[state].label()}</Pill>
                    {opens === 0 ? m.sharing_opened_never() : m.sharing_opens({ count: numberOf(opens) })}
                  </span>
                </span>
                <ChevronRight className="size-5 flex-none text-ink-3" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LinkButton to={paths.shareMyList} look="secondary" size="small" className="mt-3">
        {shares.length === 0 ? m.collections_shares_make() : m.collections_shares_open()}
      </LinkButton>
    </>
  );
}
