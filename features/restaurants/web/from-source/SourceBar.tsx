import { RadioTower } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';

/** Shows the source of the places that the member is adding. A button ends adding from the source. */
export function SourceBar({ onEnd, children }: { onEnd: () => void; children: ReactNode }) {
  return (
    <div className="type-sub flex flex-wrap items-center gap-x-2.5 rounded-inner bg-prov-tint pl-3.5 font-semibold text-prov-text">
      <RadioTower className="size-5 flex-none" aria-hidden="true" />
      {children}
      <button type="button" className="ml-auto min-h-11 flex-none px-3.5 font-bold" onClick={onEnd}>
        {m.from_source_end()}
      </button>
    </div>
  );
}
