import { RotateCw } from 'lucide-react';
import { m } from '#messages';

/** 이 지역에서 보기: shown when the map has been moved away from the area of the list (see hasMovedAway). */
export function SearchHereButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-raised px-4 type-sub font-bold text-brand-text shadow-2 hover:bg-sunken [&>svg]:size-4"
    >
      <RotateCw aria-hidden="true" />
      {m.map_search_here()}
    </button>
  );
}
