import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardPaste, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { AdminRestaurant } from '#features/catalogue/provided-admin.contract.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { AdminSearch } from '#web/admin/AdminSearch.tsx';
import { CatalogueItem } from './CatalogueItem.tsx';
import { catalogueQuery, usePublish, useRemoveProvided } from './provided-admin.queries.ts';
import { type PlaceSearchComponent, type Provision, ProvideDialog } from './ProvideDialog.tsx';

const CATALOGUE_FILTERS = {
  provided: m.admin_catalogue_filter_provided,
  private: m.admin_catalogue_filter_private,
  all: m.admin_catalogue_filter_all,
} as const;
type CatalogueFilter = keyof typeof CATALOGUE_FILTERS;

export function ProvidedSection({ PlaceSearch }: { PlaceSearch: PlaceSearchComponent }) {
  const { q = '', view } = useSearch({ from: '/admins/app/admin/{-$section}' });
  const shelf: CatalogueFilter =
    view !== undefined && view in CATALOGUE_FILTERS ? (view as CatalogueFilter) : 'provided';
  const navigate = useNavigate({ from: paths.admin });
  const query = useQuery(catalogueQuery({ q, shelf }));
  const [provision, setProvision] = useState<Provision | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setProvision({ of: null })}>
          <Plus aria-hidden="true" />
          {m.admin_provide()}
        </Button>
        <LinkButton size="small" look="secondary" to={paths.admin} params={{ section: 'import' }}>
          <FileUp aria-hidden="true" />
          {m.admin_import()}
        </LinkButton>
        <LinkButton size="small" look="secondary" to={paths.admin} params={{ section: 'paste' }}>
          <ClipboardPaste aria-hidden="true" />
          {m.admin_paste()}
        </LinkButton>
      </div>
      <ChipRow label={m.admin_shelves()}>
        {(Object.keys(CATALOGUE_FILTERS) as CatalogueFilter[]).map((each) => (
          <Chip
            key={each}
            isSelected={each === shelf}
            onClick={() =>
              void navigate({
                search: ({ view: _before, ...others }) => ({
                  ...others,
                  ...(each !== 'provided' && { view: each }),
                }),
                replace: true,
              })
            }
          >
            {CATALOGUE_FILTERS[each]()}
          </Chip>
        ))}
      </ChipRow>
      <AdminSearch label={m.admin_places_search()} />
      <QueryResult query={query}>
        {({ restaurants, hasMore }) =>
          restaurants.length === 0 ? (
            <EmptyState title={m.admin_places_none()} text={q ? m.admin_other_words() : NONE[shelf]()} />
          ) : (
            <>
              <Places restaurants={restaurants} onProvide={(of) => setProvision({ of })} />
              {hasMore && <p className="type-sub text-ink-2">{m.admin_places_more()}</p>}
            </>
          )
        }
      </QueryResult>
      <ProvideDialog provision={provision} onClose={() => setProvision(null)} PlaceSearch={PlaceSearch} />
    </>
  );
}

function Places({
  restaurants,
  onProvide,
}: {
  restaurants: AdminRestaurant[];
  onProvide: (restaurant: AdminRestaurant) => void;
}) {
  const { mutate: remove, isPending: isRemoving, variables: removed } = useRemoveProvided();
  const { mutate: publish, isPending } = usePublish();
  const [toPublish, setToPublish] = useState<AdminRestaurant | null>(null);
  return (
    <>
      <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
        {restaurants.map((restaurant) => (
          <CatalogueItem
            key={restaurant.id}
            restaurant={restaurant}
            onProvide={() => onProvide(restaurant)}
            isRemoving={isRemoving && removed.id === restaurant.id}
            onRemove={() => remove(restaurant)}
            onPublish={() => setToPublish(restaurant)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={toPublish !== null}
        onClose={() => setToPublish(null)}
        title={m.admin_publish_title({ name: toPublish?.name ?? '' })}
        text={m.admin_publish_text()}
        confirmLabel={m.admin_publish()}
        isBusy={isPending}
        onConfirm={() => toPublish && publish(toPublish, { onSettled: () => setToPublish(null) })}
      />
    </>
  );
}

const NONE: Record<CatalogueFilter, () => string> = {
  provided: m.admin_provided_none_text,
  private: m.admin_private_none_text,
  all: m.admin_other_words,
};
