import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { Collection, CollectionPlace } from '#features/collections/collections.contract.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { ListEntry } from '#features/restaurants/list-view.rules.ts';
import { WindowRows } from '#web/ui/WindowRows.tsx';
import { ReactionBar } from './ReactionBar.tsx';
import { CollectionTicket } from './CollectionTicket.tsx';

export function CollectionRows({
  entries,
  collection,
  byId,
  wantedByAll,
  found,
  hidesDistance,
  selectedId,
  onHover,
}: {
  entries: readonly ListEntry[];
  collection: Collection;
  byId: ReadonlyMap<string, CollectionPlace>;
  wantedByAll: ReadonlySet<string>;
  /** The matches of the search; null if nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  hidesDistance: boolean;
  selectedId: string | null;
  onHover: (restaurantId: string | null) => void;
}) {
  return (
    <WindowRows
      items={entries}
      keyOf={({ restaurant }) => restaurant.id}
      label={m.collections_places_label()}
      likelyHeight={112}
      gap={10}
      selectedKey={selectedId}
      onHover={(entry) => onHover(entry?.restaurant.id ?? null)}
    >
      {(entry) => {
        const { id } = entry.restaurant;
        const place = byId.get(id);
        return (
          <>
            <CollectionTicket
              entry={entry}
              note={place?.note ?? ''}
              isWantedByAll={wantedByAll.has(id)}
              found={found?.get(entry) ?? null}
              hidesDistance={hidesDistance}
              isSelected={id === selectedId}
            />
            {place && 1 < collection.people.length && (
              <ReactionBar
                collection={collection}
                place={place}
                ownVisit={!entry.isProvided && entry.restaurant.status === VISITED ? entry.restaurant : null}
              />
            )}
          </>
        );
      }}
    </WindowRows>
  );
}
