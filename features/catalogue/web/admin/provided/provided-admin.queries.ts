import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  type AdminRestaurant,
  addProvided,
  type CatalogueFilter,
  importProvided,
  listSources,
  type NewProvided,
  type ProvidedChanges,
  publishPlace,
  removeProvided,
  searchCatalogue,
  updateProvided,
} from '#features/catalogue/provided-admin.contract.ts';
import type { z } from 'zod';
import { type ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import { ADMIN_KEY } from '#web/admin/admin-actions.ts';

export const catalogueQuery = ({ q, shelf }: { q: string; shelf: z.infer<typeof CatalogueFilter> }) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'restaurants', shelf, q],
    queryFn: ({ signal }) => call(searchCatalogue, { querystring: { q, shelf }, signal }),
    // The previous results stay visible until the new results arrive.
    placeholderData: (before) => before,
  });

export const sourcesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'sources'],
  queryFn: async ({ signal }) => (await call(listSources, { signal })).sources,
});

export function useCatalogueChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
      queryClient.invalidateQueries({ queryKey: ['provided-restaurants'] }),
    ]);
}

/**
 * Provides a place.
 * @param onRejected called even if the admin has left the screen
 */
export function useAddProvided({ onRejected }: { onRejected?: (problem: ApiProblem) => void } = {}) {
  const changed = useCatalogueChanged();
  return useSubmission({
    send: (body: NewProvided, idempotencyKey) => call(addProvided, { body, idempotencyKey }),
    ...(onRejected && { onError: onRejected }),
    onSuccess: ({ restaurant: { name } }) => showToast(m.admin_provided_added({ name })),
    onSettled: changed,
  });
}

export function useUpdateProvided() {
  const changed = useCatalogueChanged();
  return useMutation({
    mutationFn: ({ restaurantId, changes }: { restaurantId: string; changes: ProvidedChanges }) =>
      call(updateProvided, { params: { restaurantId }, body: changes }),
    onSuccess: () => showToast(m.admin_saved()),
    onSettled: changed,
  });
}

/** Stops providing a place. The undo also restores memo, tags, episodes and category. */
export function useRemoveProvided() {
  const changed = useCatalogueChanged();
  const { mutate: provideAgain } = useAddProvided({
    onRejected: (problem) => showToast(messageOf(problem), { kind: 'alert' }),
  });
  return useMutation({
    mutationFn: ({ id }: AdminRestaurant) => call(removeProvided, { params: { restaurantId: id } }),
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
    onSuccess: (_answer, { id, name, memo, tags, episodeIds, categoryId }) =>
      showToast(m.admin_provided_removed({ name }), {
        action: {
          label: m.reviews_undo(),
          onPress: () =>
            provideAgain({ place: { from: 'maps', placeId: id }, memo, tags, episodeIds, categoryId }),
        },
      }),
    onSettled: changed,
  });
}

export function usePublish() {
  const changed = useCatalogueChanged();
  return useMutation({
    mutationFn: ({ id }: AdminRestaurant) => call(publishPlace, { params: { restaurantId: id } }),
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
    onSuccess: (_answer, { name }) => showToast(m.admin_published({ name })),
    onSettled: changed,
  });
}

/** Time limit in milliseconds. It is enough for a long file over a slow connection. */
const IMPORT_MILLISECONDS = 5 * 60_000;

/** Imports a file, or shows its preview. A preview changes nothing. */
export function useImport() {
  const changed = useCatalogueChanged();
  return useSubmission({
    send: (body: { csv: string; isPreview: boolean }, idempotencyKey) =>
      call(importProvided, { body, idempotencyKey, timeoutMilliseconds: IMPORT_MILLISECONDS }),
    onSuccess: (_answer, { body }) => (body.isPreview ? undefined : changed()),
  });
}
