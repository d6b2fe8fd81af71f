import { useMutation } from '@tanstack/react-query';
import { m } from '#messages';
import { deleteSource, putSource, type SourceForm } from '#features/catalogue/provided-admin.contract.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useCatalogueChanged } from '../provided/provided-admin.queries.ts';

export function usePutSource() {
  const changed = useCatalogueChanged();
  return useMutation({
    mutationFn: ({
      sourceId,
      form,
      seen,
    }: {
      sourceId: string;
      form: SourceForm;
      /** The version that was shown when the dialog opened. It is null for a new source. */
      seen: ProvidedSource | null;
    }) => call(putSource, { params: { sourceId }, body: { ...form, seen } }),
    onSettled: changed,
  });
}

export function useDeleteSource() {
  const changed = useCatalogueChanged();
  return useMutation({
    mutationFn: ({ id: sourceId }: { id: string }) => call(deleteSource, { params: { sourceId } }),
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
    onSuccess: () => showToast(m.admin_source_deleted()),
    onSettled: changed,
  });
}
