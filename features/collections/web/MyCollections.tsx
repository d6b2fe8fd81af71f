import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FolderPlus } from 'lucide-react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import type { CollectionSummary } from '#features/collections/collections.contract.ts';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { collectionsQuery } from './collections.documents.ts';
import { CollectionMark } from './looks.tsx';

export function MyCollections() {
  const me = useMe();
  const { data, error, refetch } = useQuery(collectionsQuery);
  return (
    <section aria-labelledby="collections-mine" className="mt-2">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 id="collections-mine" className="type-h3 min-w-min flex-1">
          {m.collections_mine()}{' '}
          {me?.accountTier === 'free' && data && (
            <span className="type-caption numbers font-medium whitespace-nowrap text-ink-2">
              {m.collections_free_count({
                count: numberOf(data.filter(({ role }) => role === 'owner').length),
                limit: FREE_COLLECTION_LIMIT,
              })}
            </span>
          )}
        </h2>
        <LinkButton to={paths.newCollection} look="soft" size="small">
          <FolderPlus aria-hidden="true" />
          {m.collections_new()}
        </LinkButton>
      </div>
      {data ? (
        data.length === 0 ? (
          <p className="type-sub rounded-card bg-surface p-4 text-ink-2 shadow-1">{m.collections_none()}</p>
        ) : (
          <ul role="list" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {data.map((collection) => (
              <li key={collection.id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonPanels shapes={['h-20', 'h-20']} />
      )}
    </section>
  );
}

function CollectionCard({ collection }: { collection: CollectionSummary }) {
  const { id, name, note, restaurantIds, memberCount } = collection;
  return (
    <Link
      to={paths.collection}
      params={{ collectionId: id }}
      className="flex h-full items-center gap-3 rounded-card bg-surface p-4 shadow-1"
    >
      <CollectionMark colour={collection.colour} icon={collection.icon} />
      <span className="min-w-0 flex-1">
        <span className="type-h3 line-clamp-2">{name}</span>
        <span className="type-caption numbers block truncate text-ink-2">
          {[
            m.collections_count({ count: numberOf(restaurantIds.length) }),
            memberCount > 0 && m.collections_people_count({ count: numberOf(memberCount + 1) }),
            note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <ChevronRight className="size-5 flex-none text-ink-3" aria-hidden="true" />
    </Link>
  );
}
