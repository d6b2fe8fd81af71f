import { ArrowDownUp, ListOrdered, Plus, UtensilsCrossed, Vote } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { m } from '#messages';
import type { Collection } from '#features/collections/collections.contract.ts';
import {
  clearLabel,
  hasFilters,
  NO_FILTERS,
  useMedia,
} from '#features/restaurants/web/restaurants.public.ts';
import { ownerLabel, PlacesMap } from '#features/sharing/web/sharing.public.tsx';
import { ListBesideMap } from '#web/map/ListBesideMap.tsx';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { lazyDialog, lazyPart } from '#web/shell/lazy-part.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { InlineSelect } from '#web/ui/InlineSelect.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { CollectionBand } from './CollectionBand.tsx';
import { CollectionChips } from './CollectionChips.tsx';
import { SORT_LABELS } from './CollectionForm.tsx';
import { CollectionRows } from './CollectionRows.tsx';
import { COLOUR_CLASSES } from './looks.tsx';
import { type CollectionListView, useCollectionView } from './use-collection-view.ts';
import { CollectionVotes } from './votes/CollectionVotes.tsx';

const Today = lazyDialog(async () => ({
  default: (await import('#features/restaurants/web/dialogs.public.ts')).TodayDialog,
}));
const Arrange = lazyPart(async () => ({ default: (await import('./Arrange.tsx')).Arrange }));

/** The place of the map below the header of the page. */
export const COLLECTION_MAP_PLACE = 'top-[72px] h-[calc(100dvh-88px)]';

const SORTS = ['recent', 'distance', 'rating', 'name'] as const;
export function CollectionView({ collection }: { collection: Collection }) {
  const { id, colour, places, people, me, role, isReadOnly } = collection;
  const canArrange = role !== 'reader' && !isReadOnly;
  const list = useCollectionView(collection);
  const { search, change, around, view } = list;
  const isWide = useMedia('(min-width: 1024px)');
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [isArranging, setArranging] = useState(false);
  const [today, setToday] = useState<{ opened: number; isOpen: boolean }>({ opened: 0, isOpen: false });
  const restaurants = useMemo(() => view.entries.map(({ restaurant }) => restaurant), [view]);
  const wantedBy = useMemo(() => othersWho({ places, people, me }), [places, people, me]);
  const select = (selected: string | null) => change({ selected: selected ?? undefined }, { asStep: false });
  const layout = {
    colours: COLOUR_CLASSES[colour],
    band: <CollectionBand collection={collection} />,
    mapPlace: COLLECTION_MAP_PLACE,
    isWide,
    label: m.collections_places_label(),
  };
  if (places.length === 0)
    return (
      <>
        <ListBesideMap {...layout} />
        <div className="py-10">
          <EmptyState title={m.collections_empty_title()} text={m.collections_empty_text()}>
            {canArrange && <AddPlacesLink collectionId={id} />}
          </EmptyState>
        </div>
      </>
    );
  if (isArranging && canArrange)
    return (
      <>
        <ListBesideMap {...layout} />
        <div className="mx-auto max-w-[760px] px-4 pt-4">
          <Suspense>
            <Arrange collection={collection} onDone={() => setArranging(false)} />
          </Suspense>
        </div>
      </>
    );
  const map = (
    <PlacesMap
      places={restaurants}
      origin={around}
      selectedId={search.selected ?? null}
      hoveredId={hoveredId}
      onSelect={select}
    />
  );
  const actions = canArrange && (
    <CollectionActions collection={collection} onArrange={() => setArranging(true)} />
  );
  return (
    <>
      <ListBesideMap {...layout} map={map}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-2 lg:gap-3 lg:pb-3">
          {isWide && actions}
          <CollectionVotes collectionId={id} />
          <CollectionChips list={list}>
            {/* On a narrow screen, one row contains the actions and the filters, so that the first place is visible. */}
            {!isWide && actions}
            <Chip
              isSelected={false}
              aria-haspopup="dialog"
              onClick={() => setToday({ opened: today.opened + 1, isOpen: true })}
            >
              <UtensilsCrossed aria-hidden="true" />
              {m.today_title()}
            </Chip>
          </CollectionChips>
          <CountAndSort list={list} collection={collection} />
        </div>
        <FoundPlaces list={list} collection={collection} onHover={setHoveredId} />
      </ListBesideMap>
      {today.opened > 0 && !list.isPending && (
        <Suspense>
          <Today
            key={today.opened}
            isOpen={today.isOpen}
            onClose={() => setToday({ ...today, isOpen: false })}
            restaurants={restaurants}
            around={around}
            wantedBy={wantedBy}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns by place the name of another person who wants to visit it. */
function othersWho({
  places,
  people,
  me,
}: Pick<Collection, 'places' | 'people' | 'me'>): Map<string, string> {
  return new Map(
    places.flatMap(({ id, wants }): [string, string][] => {
      const other = people.find(({ key }) => key !== me && wants.includes(key));
      return other ? [[id, ownerLabel(other.name)]] : [];
    }),
  );
}

function AddPlacesLink({ collectionId }: { collectionId: string }) {
  return (
    <LinkButton to={paths.collectPlaces} search={{ collection: collectionId }} look="soft" size="small">
      <Plus aria-hidden="true" />
      {m.collections_add_places()}
    </LinkButton>
  );
}

function CollectionActions({ collection, onArrange }: { collection: Collection; onArrange: () => void }) {
  const { id, name, places } = collection;
  return (
    <div
      role="group"
      aria-label={name}
      className="flex flex-none gap-2 whitespace-nowrap max-lg:-my-1 max-lg:*:-outline-offset-2 lg:flex-wrap"
    >
      <AddPlacesLink collectionId={id} />
      {places.length > 1 && (
        <LinkButton to={paths.newVote} params={{ collectionId: id }} look="soft" size="small">
          <Vote aria-hidden="true" />
          {m.votes_new()}
        </LinkButton>
      )}
      <Button look="soft" size="small" onClick={onArrange}>
        <ListOrdered aria-hidden="true" />
        {m.collections_arrange()}
      </Button>
    </div>
  );
}

type ListProps = { list: CollectionListView; collection: Collection };

function CountAndSort({ list, collection }: ListProps) {
  const { change, around, view } = list;
  return (
    <div className="flex items-center justify-between gap-3">
      <h2 className="type-h3 numbers" aria-live="polite">
        {list.isFiltered
          ? m.restaurants_found_count({ count: numberOf(view.entries.length) })
          : m.collections_count({ count: numberOf(view.entries.length) })}
      </h2>
      <InlineSelect
        label={m.restaurants_sort_label()}
        icon={<ArrowDownUp aria-hidden="true" />}
        options={[...new Set([collection.sort, ...SORTS])].map((sort) => ({
          value: sort,
          label: SORT_LABELS[sort](),
        }))}
        value={list.sort}
        onChange={(sort) => {
          if (sort === 'distance' && !around.isKnown) around.ask();
          const isDefault = sort === collection.sort || sort === 'manual';
          change({ sort: isDefault ? undefined : sort }, { asStep: false });
        }}
      />
    </div>
  );
}

function FoundPlaces({
  list,
  collection,
  onHover,
}: ListProps & { onHover: (restaurantId: string | null) => void }) {
  const { search, change, around, view } = list;
  const { places } = collection;
  const byId = useMemo(() => new Map(places.map((place) => [place.id, place])), [places]);
  if (list.isPending) return <SkeletonTickets />;
  const isFilteredByChips = hasFilters(search);
  const clear = () => {
    list.typed.onType('', { isComposing: false });
    change({ ...NO_FILTERS, q: undefined }, { asStep: true });
  };
  return view.entries.length === 0 ? (
    <EmptyState
      title={m.restaurants_none_title()}
      {...(isFilteredByChips && { text: m.restaurants_none_text() })}
    >
      <Button look="secondary" size="small" onClick={clear}>
        {clearLabel({
          hasText: list.typed.typed !== '',
          hasFilters: isFilteredByChips,
        })}
      </Button>
    </EmptyState>
  ) : (
    <CollectionRows
      entries={view.entries}
      collection={collection}
      byId={byId}
      wantedByAll={list.wantedByAll}
      found={list.found}
      hidesDistance={!around.isKnown}
      selectedId={search.selected ?? null}
      onHover={onHover}
    />
  );
}
