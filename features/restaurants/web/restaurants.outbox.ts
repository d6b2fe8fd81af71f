import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { QueryClient } from '@tanstack/react-query';
import { serviceProblems } from '#features/places/places.contract.ts';
import {
  addRestaurant,
  convertRestaurant,
  deleteRestaurant,
  type MyRestaurant,
  type RestaurantChanges,
  restoreRestaurant,
  undoConversion,
  updateManualPlace,
  updateRestaurant,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import { EMPTY_SAVED_RESTAURANT, formValuesOf } from '#features/restaurants/restaurants.rules.ts';
import { ApiProblem, call } from '#web/api.ts';
import { type Action, defineKind } from '#web/outbox/actions.ts';
import { paths } from '#web/paths.ts';
import { serverTime } from '#web/requests/server-clock.ts';
import { isEmpty, readAddDraft, saveAddDraft } from './add/draft.ts';
import { Acted, AddPayload, ChangePayload, PlacePayload } from './outbox-payloads.ts';
import {
  applyResponse,
  cachedRestaurant,
  conversionKey,
  hide,
  refetchList,
  restaurantQuery,
  show,
} from './restaurants.queries.ts';
import { withChanges, withPlace } from './list-document.rules.ts';

/* This file defines how each waiting action on my list is sent, and what happens afterwards (web/outbox). */

const paramsOf = ({ payload: { restaurantId } }: Action<Acted>) => ({ params: { restaurantId } });
/** The properties that all actions on a place of my list have in common. */
const onPlace = {
  onSent: applyResponse,
  onDropped: async (queryClient: QueryClient, { payload: { restaurantId, before } }: Action<Acted>) => {
    if (before) show(queryClient, before);
    await refetchList(queryClient, restaurantId);
  },
};
function showChanged(
  queryClient: QueryClient,
  restaurantId: string,
  changed: (restaurant: MyRestaurant) => MyRestaurant,
) {
  const restaurant = cachedRestaurant(queryClient, restaurantId);
  if (restaurant) show(queryClient, changed(restaurant));
}

function changeText(changes: RestaurantChanges): string {
  if (changes.status === VISITED) return m.outbox_stamp();
  const isOnlyRating = changes.rating !== undefined && Object.keys(changes).length === 1;
  return isOnlyRating ? m.outbox_rate() : m.outbox_edit_place();
}

const wordsOf = ({ review, sourceMemo }: Pick<RestaurantChanges, 'review' | 'sourceMemo'>) =>
  [review, sourceMemo].filter(Boolean).join('\n');

const described = (label: () => string) => ({
  label,
  describe: ({ payload: { before } }: Action<Acted>) => ({ name: before?.name ?? '' }),
});

export const add = defineKind<AddPayload, Written>({
  payload: AddPayload,
  send: ({ id, account, createdAt, payload: { body } }) =>
    call(addRestaurant, {
      body: { ...body, id, visitedAt: serverTime(createdAt) },
      idempotencyKey: id,
      account,
    }),
  show: (queryClient, { payload: { shown } }) => show(queryClient, shown),
  onSent: applyResponse,
  onDropped: async (queryClient, { payload: { shown } }) => {
    hide(queryClient, shown.id);
    await refetchList(queryClient, shown.id);
  },
  temporaryProblems: serviceProblems,
  label: m.outbox_add_place,
  describe: ({ payload: { shown } }) => ({ name: shown.name, words: wordsOf(shown) }),
  reopen: async ({ account, payload: { body, shown } }) => {
    const path = paths.addRestaurant;
    if (!isEmpty(readAddDraft(account))) return { path, isStored: false };
    const { place, userPhotoFilenames: _, ...fields } = body;
    const values = { ...formValuesOf(EMPTY_SAVED_RESTAURANT), ...fields };
    const draft = {
      values: { ...values, place },
      suggestion:
        place.from === 'maps'
          ? {
              placeId: place.placeId,
              name: shown.name,
              nameMatches: [],
              address: shown.address,
              kind: null,
              categoryId: shown.categoryId,
              coordinates: shown.coordinates,
              distanceMetres: null,
              businessStatus: shown.businessStatus,
              isExample: shown.isExample,
              isGuess: false,
            }
          : null,
      submission: null,
    };
    saveAddDraft(account, draft as Parameters<typeof saveAddDraft>[1]);
    return { path, isStored: true };
  },
});

export const change = defineKind<ChangePayload, Written>({
  payload: ChangePayload,
  ...onPlace,
  send: (action) => {
    const { changes, basedOn, visitedAt = serverTime(action.createdAt) } = action.payload;
    return call(updateRestaurant, {
      ...paramsOf(action),
      body: { ...changes, basedOn, visitedAt },
      account: action.account,
    });
  },
  show: (queryClient, { createdAt, payload: { restaurantId, changes, visitedAt } }) =>
    showChanged(queryClient, restaurantId, (restaurant) =>
      withChanges({ restaurant, changes, visitedAt, now: createdAt }),
    ),
  label: m.outbox_change_place,
  describe: ({ payload: { before, changes } }) => ({
    name: before?.name ?? '',
    what: changeText(changes),
    words: wordsOf(changes),
  }),
  readSaved: async (queryClient, { payload: { restaurantId, changes } }) => {
    const { mine } = await queryClient.fetchQuery(restaurantQuery(restaurantId));
    return wordsOf({
      review: changes.review === undefined ? '' : mine?.review,
      sourceMemo: changes.sourceMemo === undefined ? '' : mine?.sourceMemo,
    });
  },
  overwrite: ({ payload: { basedOn: _, ...payload } }) => payload,
});

export const place = defineKind<PlacePayload, Written>({
  payload: PlacePayload,
  ...onPlace,
  send: (action) =>
    call(updateManualPlace, { ...paramsOf(action), body: action.payload.place, account: action.account }),
  show: (queryClient, { payload: { restaurantId, place: given } }) =>
    showChanged(queryClient, restaurantId, (restaurant) => withPlace({ restaurant, place: given })),
  ...described(m.outbox_edit_place),
});

export const remove = defineKind<Acted, Pick<Written, 'restaurant'>>({
  payload: Acted,
  ...onPlace,
  send: (action) =>
    call(deleteRestaurant, { ...paramsOf(action), account: action.account }).catch((error: unknown) => {
      // The error means that the place was deleted on another device more than a day ago.
      if (error instanceof ApiProblem && error.code === 'restaurants.not_found') return { restaurant: null };
      throw error;
    }),
  show: (queryClient, { payload: { restaurantId } }) => hide(queryClient, restaurantId),
  ...described(m.outbox_delete_place),
});

export const restore = defineKind<Acted, Written>({
  payload: Acted,
  ...onPlace,
  send: (action) => call(restoreRestaurant, { ...paramsOf(action), account: action.account }),
  show: (queryClient, { payload: { before } }) => before && show(queryClient, before),
  onDropped: async (queryClient, { payload: { restaurantId } }) => {
    hide(queryClient, restaurantId);
    await refetchList(queryClient, restaurantId);
  },
  ...described(m.outbox_restore_place),
});

export const convert = defineKind<Acted, Written>({
  payload: Acted,
  ...onPlace,
  send: (action) => call(convertRestaurant, { ...paramsOf(action), account: action.account }),
  show: (queryClient, { payload: { restaurantId } }) => {
    // The page that waits for the answer must keep its notice, because the notice opens the upgrade dialog if the limit
    // is reached.
    if (queryClient.isMutating({ mutationKey: conversionKey(restaurantId) }) > 0) return;
    showChanged(queryClient, restaurantId, (restaurant) => ({ ...restaurant, sharedListId: null }));
  },
  ...described(m.outbox_convert),
});

export const unconvert = defineKind<Acted, Written>({
  payload: Acted,
  ...onPlace,
  send: (action) => call(undoConversion, { ...paramsOf(action), account: action.account }),
  show: (queryClient, { payload: { restaurantId, before } }) =>
    showChanged(queryClient, restaurantId, (restaurant) => ({
      ...restaurant,
      sharedListId: before?.sharedListId ?? restaurant.sharedListId,
    })),
  ...described(m.outbox_unconvert),
});
