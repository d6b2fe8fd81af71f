import { m } from '#messages';
import { Chip } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { ListView } from '#features/restaurants/view-entries.rules.ts';
import { CategoryChips } from '../home/CategoryChips.tsx';

/** 종류: the kinds of food of the list. One tap chooses a kind. */
export function KindDialog({
  view,
  selected,
  isOpen,
  onClose,
  onSelect,
}: {
  view: ListView;
  /** The id of a category, or `UNCATEGORISED`; null for all kinds. */
  selected: string | null;
  isOpen: boolean;
  onClose: () => void;
  onSelect: (categoryId: string | null) => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.restaurants_kind()}>
      <div className="mt-4 flex flex-wrap gap-x-1.5 gap-y-2.5">
        <Chip isSelected={selected === null} onClick={() => onSelect(null)}>
          {m.restaurants_kind_all()}
        </Chip>
        <CategoryChips view={view} selected={selected} onSelect={onSelect} hidesEmpty />
      </div>
    </Dialog>
  );
}
