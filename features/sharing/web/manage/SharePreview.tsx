import { Eye } from 'lucide-react';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { NewListShare } from '#features/sharing/sharing.contract.ts';
import { visitorView, selectedPlaces } from '#features/sharing/sharing.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { SharedPlaceRow } from '../shared/SharedPlaceRow.tsx';
import { ownerLabel } from '#features/sharing/owner-label.ts';

const ROWS = 3;

/**
 * Shows what visitors of the link will see. The preview uses the same function as the server to select the visible
 * fields.
 */
export function SharePreview({
  share: { title, note, selection, shows },
  restaurants,
  ownerName,
}: {
  share: Pick<NewListShare, 'title' | 'selection' | 'shows'> & { note: string };
  restaurants: readonly MyRestaurant[];
  ownerName: string | null;
}) {
  // A link to a collection has no preview, because the places of a collection are not loaded here.
  if (selection.of === 'collection') return null;
  const places = selectedPlaces({ selection, restaurants });
  const shown = places.slice(0, ROWS).map((restaurant) => visitorView({ restaurant, shows }));
  return (
    <section aria-label={m.sharing_preview()} className="overflow-hidden rounded-card shadow-1">
      <div className="bg-prov px-5 py-4 text-on-fill">
        <p className="type-stub flex items-center gap-1.5">
          <Eye className="size-3.5" aria-hidden="true" />
          {m.sharing_preview()}
        </p>
        <p className="mt-1 text-[1.375rem] leading-tight font-bold">{title || m.sharing_title_label()}</p>
        <p className="type-sub mt-0.5 font-semibold">
          {m.sharing_counts({
            whose: m.sharing_whose({ owner: ownerLabel(ownerName) }),
            count: numberOf(places.length),
          })}
        </p>
        {note && <p className="type-sub mt-1 whitespace-pre-line">{note}</p>}
      </div>
      <div className="bg-surface px-5 pb-4">
        {shown.map((place) => (
          <SharedPlaceRow key={place.id} place={place} />
        ))}
        <p className="type-caption pt-3 text-ink-2">
          {endOf({ mine: restaurants.length, shared: places.length })}
        </p>
      </div>
    </section>
  );
}

/**
 * Returns the text at the end of the preview.
 * @param mine number of my places
 * @param shared number of my places that the link shows
 */
function endOf({ mine, shared }: { mine: number; shared: number }): string {
  if (mine === 0) return m.sharing_preview_no_places();
  if (shared === 0) return m.sharing_preview_none();
  if (shared > ROWS) return m.sharing_preview_more({ count: numberOf(shared - ROWS) });
  return m.sharing_preview_all();
}
