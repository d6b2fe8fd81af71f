import { Link } from '@tanstack/react-router';
import { sourceParts } from '#common/source-parts.ts';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Lists the saved places of a video or a page. */
export function SameSourceDialog({
  isOpen,
  onClose,
  memo,
  sentence,
  places,
}: {
  isOpen: boolean;
  onClose: () => void;
  memo: string;
  sentence: string;
  places: readonly MyRestaurant[];
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={sourceParts(memo).text} text={sentence}>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {places.map(({ id, name, address, status }) => (
          <li key={id}>
            <Link
              to={paths.restaurant}
              params={{ restaurantId: id }}
              onClick={onClose}
              className="flex min-h-14 items-center justify-between gap-3 py-2"
            >
              <span className="min-w-0">
                <span className="type-body block truncate font-semibold">{name}</span>
                <span className="type-caption block truncate text-ink-2">{address}</span>
              </span>
              <span className="type-caption flex-none text-ink-2">
                {status === VISITED ? m.kit_status_done() : m.kit_status_todo()}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
