import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { CheckboxSquare } from '#web/ui/Checkbox.tsx';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { canAddPlaces } from '#features/collections/collections.rules.ts';
import { useListView } from '#features/restaurants/web/restaurants.public.ts';
import { neighbourhoodFirst } from '#features/places/short-address.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { collectionsQuery } from './collections.documents.ts';
import { useAddToCollection } from './collection-places.queries.ts';

const CollectDialog = lazyDialog(async () => ({
  default: (await import('./CollectDialog.tsx')).CollectDialog,
}));

/**
 * The page that adds places to a collection. If the URL does not contain a collection, the member chooses one after the
 * places.
 */
export function CollectPlacesPage() {
  const { collection: collectionId, ...search } = useSearch({ from: '/members/app/collections/add' });
  const navigate = useNavigate();
  const { data: collections } = useQuery(collectionsQuery);
  const target = collections?.find(({ id }) => id === collectionId);
  const [typed, setTyped] = useState(search.q ?? '');
  const { list, restaurants, view } = useListView({ search, typed, around: null });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isChoosing, setChoosing] = useState<boolean | null>(null);
  const add = useAddToCollection({
    onAdded: ({ restaurantIds, isSent }) =>
      isSent && showToast(m.collections_added({ count: numberOf(restaurantIds.length) })),
  });
  const known = new Set(target?.restaurantIds);
  const shown = view.entries.filter(({ isProvided }) => !isProvided);
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const pickable = shown.map(({ restaurant }) => restaurant.id).filter((id) => !known.has(id));
  const room = canAddPlaces({ places: known.size, adding: picked.size });
  const areAllPicked = pickable.every((id) => picked.has(id));
  const leave = (to: string) =>
    void navigate({ to: paths.collection, params: { collectionId: to }, replace: true });
  const submit = () => {
    if (picked.size === 0) return showToast(m.collections_pick_first(), { kind: 'note' });
    if (!room.allowed) return undefined;
    if (collectionId === undefined) return setChoosing(true);
    add.mutate({ collectionId, restaurantIds: [...picked] }, { onSuccess: () => leave(collectionId) });
  };
  return (
    <Page
      title={target ? m.collections_add_to({ name: target.name }) : m.collections_pick_title()}
      backTo={paths.collections}
      className="max-w-[640px]"
    >
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonTickets />
        )
      ) : restaurants.length === 0 ? (
        <EmptyState title={m.collections_list_empty_title()} text={m.collections_list_empty_text()} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <SearchField label={m.restaurants_search_label()} value={typed} onType={setTyped} />
          <div className="flex min-h-11 items-center justify-between gap-2">
            <p className="type-sub numbers text-ink-2" aria-live="polite">
              {m.collections_picked({ count: numberOf(picked.size) })}
            </p>
            {pickable.length > 0 && (
              <button
                type="button"
                className="link type-sub min-h-11 px-2"
                onClick={() =>
                  setPicked(
                    areAllPicked
                      ? new Set([...picked].filter((id) => !pickable.includes(id)))
                      : new Set([...picked, ...pickable]),
                  )
                }
              >
                {areAllPicked ? m.collections_pick_none() : m.collections_pick_all()}
              </button>
            )}
          </div>
          <PickablePlaces entries={shown} known={known} picked={picked} onToggle={toggle} />
          {shown.length === 0 && (
            <EmptyState title={m.restaurants_none_title()} text={m.restaurants_none_text()} />
          )}
          <StickyActions isAlwaysSeen>
            <Alert>{!room.allowed && m.problem_collections_full({ limit: numberOf(room.limit) })}</Alert>
            <Button className="w-full" isBusy={add.isPending} onClick={submit}>
              {collectionId === undefined ? m.collections_choose() : m.collections_add_picked()}
            </Button>
          </StickyActions>
        </div>
      )}
      {isChoosing !== null && (
        <Suspense>
          <CollectDialog
            isOpen={isChoosing}
            onClose={() => setChoosing(false)}
            restaurantIds={[...picked]}
            onAdded={leave}
          />
        </Suspense>
      )}
    </Page>
  );
}

function PickablePlaces({
  entries,
  known,
  picked,
  onToggle,
}: {
  entries: ReturnType<typeof useListView>['view']['entries'];
  /** The places that the collection already contains. */
  known: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  onToggle: (id: string) => void;
}) {
  const { nameOf } = useCategories();
  return (
    <ul role="list" aria-label={m.restaurants_list_label()} className="rounded-card bg-surface px-4 shadow-1">
      {entries.map(({ restaurant, categoryId }) => {
        const isThere = known.has(restaurant.id);
        return (
          <li
            key={restaurant.id}
            className="border-line not-last:border-b [content-visibility:auto] [contain-intrinsic-size:auto_64px]"
          >
            <label className="flex min-h-16 items-center gap-3 py-2">
              <CheckboxSquare
                checked={isThere || picked.has(restaurant.id)}
                disabled={isThere}
                onChange={() => onToggle(restaurant.id)}
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{restaurant.name}</span>
                <span className="type-caption block truncate text-ink-2">
                  {[nameOf(categoryId), neighbourhoodFirst(restaurant)].filter(Boolean).join(' · ')}
                </span>
              </span>
              {isThere && <Pill kind="plain">{m.collections_in_it()}</Pill>}
            </label>
          </li>
        );
      })}
    </ul>
  );
}
