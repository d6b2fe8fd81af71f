import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { ownerLabel } from '#features/sharing/owner-label.ts';
import type { SharedList, SharedPlace } from '#features/sharing/sharing.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { ManageLinks } from './ManageLinks.tsx';

/** The title of the list. The owner gets links to the settings, and other readers get the children. */
export function SharedBand({
  list,
  isOwner,
  children,
}: {
  list: SharedList;
  isOwner: boolean | null;
  children: ReactNode;
}) {
  return (
    <>
      <h1 className="text-[1.5rem] leading-tight font-bold tracking-[-.03em] lg:text-[2.25rem]">
        {list.title}
      </h1>
      <Subtitle list={list} />
      {list.note && (
        <p className="type-sub mt-1.5 max-w-[36em] whitespace-pre-line lg:type-body">{list.note}</p>
      )}
      {isOwner && <p className="type-sub mt-1.5 font-semibold">{m.sharing_own()}</p>}
      {isOwner ? <ManageLinks look="ink" className="mt-3 lg:mt-4" /> : children}
    </>
  );
}

/**
 * The line below the title: 읽기 전용 은조님의 리스트 · 5곳 중 4곳 다녀왔어요. If the second part wraps to a new line, the dot before it is
 * outside the box and therefore hidden.
 */
function Subtitle({ list: { ownerName, places } }: { list: SharedList }) {
  const visited = places.filter(isVisited).length;
  const count = numberOf(places.length);
  return (
    <p className="type-sub mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-0.5 overflow-x-clip font-semibold lg:type-body">
      <span className="type-stub -mr-1.5 inline-flex items-center gap-1.5 rounded-[6px] bg-field-ink px-2 py-0.5 text-field-paper">
        <Eye className="size-3.5" aria-hidden="true" />
        {m.sharing_read_only()}
      </span>{' '}
      <span>{m.sharing_whose({ owner: ownerLabel(ownerName) })}</span>{' '}
      <span className="relative">
        <span className="absolute right-full px-1.5">·</span>{' '}
        {visited === 0
          ? m.sharing_count({ count })
          : m.sharing_count_visited({ count, visited: numberOf(visited) })}
      </span>
    </p>
  );
}

const isVisited = ({ status }: SharedPlace) => status === VISITED;
