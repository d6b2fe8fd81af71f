import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { m } from '#messages';
import {
  addToCollection,
  changeCollectionPlace,
  type Collection,
  CollectionPlace,
  CollectionPlaceChanges,
  PlaceReaction,
  type PlacesWritten,
  reactToPlace,
  removeFromCollection,
  restoreToCollection,
} from '#features/collections/collections.contract.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { call } from '#web/api.ts';
import { type Action, defineKind } from '#web/outbox/actions.ts';
import { asCollectionPlace, withMoved, withReaction } from './collection-view.rules.ts';
import { apply, collectionQuery, collectionsQuery, refetch } from './collections.documents.ts';

/* Every action of this file is idempotent: if it is sent a second time, the second time has no effect. */

/*
 * The payloads as devices store them. If one of them changes, `ACTION_FORMAT` must be increased (web/outbox/actions.ts).
 */
const OnPlace = z.object({ collectionId: z.string(), restaurantId: z.string(), name: z.string() });
type OnPlace = z.infer<typeof OnPlace>;
const Collected = z.object({
  collectionId: z.string(),
  restaurantIds: z.array(z.string()).readonly(),
  name: z.string(),
});
export type Collected = z.infer<typeof Collected>;
const Changed = OnPlace.extend({ changes: CollectionPlaceChanges });
export type Changed = z.infer<typeof Changed>;
/** `before` is only shown, so the action is sent even if it cannot be read. */
const Removed = OnPlace.extend({ before: CollectionPlace.nullable().catch(null) });
export type Removed = z.infer<typeof Removed>;
const Reacted = OnPlace.extend({ me: z.string(), reaction: PlaceReaction });
export type Reacted = z.infer<typeof Reacted>;

export type Answer = { collectionId: string; written: PlacesWritten };

const onCollection = {
  onSent: (queryClient: QueryClient, { collectionId, written }: Answer) =>
    apply(queryClient, collectionId, written),
  onDropped: (queryClient: QueryClient, { payload: { collectionId } }: Action<{ collectionId: string }>) =>
    refetch(queryClient, collectionId),
};

const described = (label: () => string) => ({
  label,
  describe: ({ payload: { name } }: Action<{ name: string }>) => ({ name }),
});

const paramsOf = ({ payload: { collectionId, restaurantId } }: Action<OnPlace>) => ({
  collectionId,
  restaurantId,
});

const answered = (collectionId: string) => (written: PlacesWritten) => ({ collectionId, written });

function showPlaces(
  queryClient: QueryClient,
  collectionId: string,
  changed: (places: readonly CollectionPlace[], collection: Collection) => CollectionPlace[],
): void {
  queryClient.setQueryData(
    collectionQuery(collectionId).queryKey,
    (known) => known && { ...known, places: changed(known.places, known) },
  );
}

function showIds(
  queryClient: QueryClient,
  collectionId: string,
  changed: (ids: readonly string[]) => string[],
): void {
  queryClient.setQueryData(collectionsQuery.queryKey, (known) =>
    known?.map((summary) =>
      summary.id === collectionId ? { ...summary, restaurantIds: changed(summary.restaurantIds) } : summary,
    ),
  );
}

export const add = defineKind<Collected, Answer>({
  payload: Collected,
  ...onCollection,
  send: ({ account, payload: { collectionId, restaurantIds } }) =>
    call(addToCollection, {
      params: { collectionId },
      body: { restaurantIds: [...restaurantIds] },
      account,
    }).then(answered(collectionId)),
  show: (queryClient, { createdAt, payload: { collectionId, restaurantIds } }) => {
    const mine = queryClient.getQueryData(myListQuery.queryKey)?.restaurants ?? [];
    showPlaces(queryClient, collectionId, (places, { me }) => {
      const known = new Set(places.map(({ id }) => id));
      const added = mine.filter(({ id }) => restaurantIds.includes(id) && !known.has(id));
      return [...places, ...added.map((one) => asCollectionPlace(one, { addedBy: me, addedAt: createdAt }))];
    });
    showIds(queryClient, collectionId, (ids) => [...new Set([...ids, ...restaurantIds])]);
  },
  ...described(m.collections_outbox_add),
});

export const change = defineKind<Changed, Answer>({
  payload: Changed,
  ...onCollection,
  send: (action) =>
    call(changeCollectionPlace, {
      params: paramsOf(action),
      body: action.payload.changes,
      account: action.account,
    }).then(answered(action.payload.collectionId)),
  show: (queryClient, { payload: { collectionId, restaurantId, changes } }) => {
    const { note, after } = changes;
    showPlaces(queryClient, collectionId, (known) => {
      const places = known.map((place) =>
        place.id === restaurantId && note !== undefined ? { ...place, note } : place,
      );
      return after === undefined ? places : withMoved(places, { id: restaurantId, after });
    });
  },
  label: m.collections_outbox_change,
  describe: ({ payload: { name, changes } }) => ({
    name,
    what: changes.note === undefined ? m.collections_outbox_move() : m.collections_outbox_line(),
    words: changes.note ?? '',
  }),
});

export const remove = defineKind<Removed, Answer>({
  payload: Removed,
  ...onCollection,
  send: (action) =>
    call(removeFromCollection, { params: paramsOf(action), account: action.account }).then(
      answered(action.payload.collectionId),
    ),
  show: (queryClient, { payload: { collectionId, restaurantId } }) => {
    showPlaces(queryClient, collectionId, (places) => places.filter(({ id }) => id !== restaurantId));
    showIds(queryClient, collectionId, (ids) => ids.filter((id) => id !== restaurantId));
  },
  ...described(m.collections_outbox_remove),
});

export const restore = defineKind<Removed, Answer>({
  payload: Removed,
  ...onCollection,
  send: (action) =>
    call(restoreToCollection, { params: paramsOf(action), account: action.account }).then(
      answered(action.payload.collectionId),
    ),
  show: (queryClient, { payload: { collectionId, restaurantId, before } }) => {
    showPlaces(queryClient, collectionId, (places) =>
      before && !places.some(({ id }) => id === restaurantId) ? [...places, before] : [...places],
    );
    showIds(queryClient, collectionId, (ids) => [...new Set([...ids, restaurantId])]);
  },
  ...described(m.collections_outbox_restore),
});

export const react = defineKind<Reacted, Answer>({
  payload: Reacted,
  ...onCollection,
  send: (action) =>
    call(reactToPlace, {
      params: paramsOf(action),
      body: action.payload.reaction,
      account: action.account,
    }).then(answered(action.payload.collectionId)),
  show: (queryClient, { payload: { collectionId, restaurantId, me, reaction } }) =>
    showPlaces(queryClient, collectionId, (places) =>
      places.map((place) => (place.id === restaurantId ? withReaction(place, { me, reaction }) : place)),
    ),
  label: m.collections_outbox_react,
  describe: ({ payload: { name, reaction } }) => ({
    name,
    what: reaction.wants === undefined ? m.collections_visited() : m.collections_want(),
  }),
});
