import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Map as MapIcon } from 'lucide-react';
import { m } from '#messages';
import type { PlaceImport } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import {
  additionsText,
  homeAround,
  leftOutText,
  myListQuery,
} from '#features/restaurants/web/restaurants.public.ts';
import { handOverFocus } from './hand-over-focus.ts';
import { rowsQuery, useImportActions } from './imports.queries.ts';

/**
 * Shows what an import saved within the last day, with the map of these places and a button that undoes the import. The
 * notice is shown again when the member comes back from the map.
 */
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
        {imported.savedCount > 0 && <SeeOnMap importId={imported.id} />}
        <Button look="secondary" size="small" isBusy={undo.isPending} onClick={() => undo.mutate()}>
          {m.transfer_undo_import()}
        </Button>
        {imported.savedCount === 0 && (
          <Link to={paths.home} className="link inline-flex min-h-11 items-center px-2">
            {m.transfer_see_list()}
          </Link>
        )}
      </div>
    </div>
  );
}

/** The link to the map of all places that the import added. */
function SeeOnMap({ importId }: { importId: string }) {
  const { data: rows = [] } = useQuery(rowsQuery(importId));
  const { data: list } = useQuery(myListQuery);
  const addedIds = new Set(rows.map(({ restaurantId }) => restaurantId));
  const added = list?.restaurants.filter(({ id }) => addedIds.has(id)) ?? [];
  const search = homeAround(added.map(({ coordinates }) => coordinates));
  return (
    <LinkButton to={paths.home} search={search} look="secondary" size="small">
      <MapIcon aria-hidden="true" />
      {m.transfer_see_on_map()}
    </LinkButton>
  );
}
