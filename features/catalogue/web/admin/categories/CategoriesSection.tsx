import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { v4 } from 'uuid';
import { m } from '#messages';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import { CategoriesForm, putCategories } from '#features/catalogue/provided-admin.contract.ts';
import { categoriesQuery } from '#features/catalogue/web/categories.public.ts';
import { ApiProblem, call } from '#web/api.ts';
import { fieldMessageOf } from '#web/form/field-messages.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { ADMIN_KEY } from '#web/admin/admin-actions.ts';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { CategoryRows, type Row } from './CategoryRows.tsx';

/** The section of the categories. Names and order are saved together. */
export function CategoriesSection() {
  const query = useQuery(categoriesQuery);
  return <QueryResult query={query}>{(categories) => <Editor categories={categories} />}</QueryResult>;
}

function Editor({ categories }: { categories: readonly Category[] }) {
  // `seen` is the version from which the edits started. Later refetches do not change it. The draft is null while there
  // are no edits.
  const [draft, setDraft] = useState<{ rows: Row[]; seen: Row[] } | null>(null);
  const saved = categories.map(({ id, name }) => ({ id, name }));
  const { rows, seen } = draft ?? { rows: saved, seen: saved };
  const setRows = (changed: Row[]) =>
    setDraft(JSON.stringify(changed) === JSON.stringify(seen) ? null : { rows: changed, seen });
  const { mutate, isPending } = useSaveCategories({ onSaved: () => setDraft(null) });
  const save = () => {
    const checked = CategoriesForm.safeParse({ categories: rows });
    if (checked.success) return mutate({ ...checked.data, seen });
    const isRepeated = checked.error.issues.some(({ message }) => message === 'catalogue.category_repeated');
    showToast(
      isRepeated ? fieldMessageOf({ code: 'catalogue.category_repeated' }) : m.admin_category_name_missing(),
      { kind: 'alert' },
    );
  };
  return (
    <>
      <p className="type-sub text-ink-2">{m.admin_categories_text()}</p>
      <CategoryRows rows={rows} onChange={setRows} />
      <Button
        size="small"
        look="secondary"
        className="scroll-mb-24 justify-self-start"
        onClick={({ currentTarget }) => {
          flushSync(() => setRows([...rows, { id: `c-${v4()}`, name: '' }]));
          // The new row moves the button down, where the actions at the bottom would cover it.
          currentTarget.scrollIntoView({ block: 'nearest' });
        }}
      >
        <Plus aria-hidden="true" />
        {m.admin_category_add()}
      </Button>
      {draft && (
        <StickyActions isAlwaysSeen>
          <div className="grid grid-cols-[auto_1fr] gap-2 lg:grid-cols-[auto_12rem] lg:justify-end">
            <Button look="secondary" onClick={() => setDraft(null)}>
              {m.reviews_undo()}
            </Button>
            <Button isBusy={isPending} onClick={save}>
              {m.admin_save()}
            </Button>
          </div>
        </StickyActions>
      )}
      <UnsavedChangesGuard isUnsaved={() => draft !== null} />
    </>
  );
}

function useSaveCategories({ onSaved }: { onSaved: () => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CategoriesForm & { seen: Row[] }) => call(putCategories, { body }),
    onError: (error) => {
      const [first] = error instanceof ApiProblem ? error.errors : [];
      showToast(first ? fieldMessageOf(first) : messageOf(error), { kind: 'alert' });
    },
    onSuccess: ({ categories }) => {
      queryClient.setQueryData(categoriesQuery.queryKey, categories);
      onSaved();
      showToast(m.admin_saved());
      return queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    },
  });
}
