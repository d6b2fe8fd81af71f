import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import type { PlaceImport } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { additionsText, leftOutText } from '#features/restaurants/web/restaurants.public.ts';
import { handOverFocus } from './hand-over-focus.ts';
import { useImportActions } from './imports.queries.ts';

/** Shows what an import saved within the last day, with a button that undoes the import. */
export function SavedNotice({ imported }: { imported: PlaceImport }) {
  const { undo } = useImportActions(imported.id);
  return (
    <div ref={handOverFocus} className="type-sub grid gap-2 rounded-field bg-soft px-4 py-3 text-ink-2">
      <h2 className="font-bold">
        {[
          imported.savedCount > 0 && m.transfer_saved({ count: numberOf(imported.savedCount) }),
          imported.addedToCount > 0 &&
            m.transfer_added({
              count: numberOf(imported.addedToCount),
              what: additionsText(imported.added),
            }),
          leftOutText(imported.added.leftOut),
          imported.collectedCount > 0 && m.transfer_collected({ count: numberOf(imported.collectedCount) }),
        ]
          .filter(Boolean)
          .join(' ')}
      </h2>
      <p className="type-caption">{m.transfer_undo_text()}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" isBusy={undo.isPending} onClick={() => undo.mutate()}>
          {m.transfer_undo_import()}
        </Button>
        <Link to={paths.home} className="link inline-flex min-h-11 items-center px-2">
          {m.transfer_see_list()}
        </Link>
      </div>
    </div>
  );
}
