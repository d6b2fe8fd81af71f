import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { placesOfSource, sourceLinkOf } from '#features/restaurants/same-source.rules.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { myListQuery } from '../my-list.query.ts';

const SameSourceDialog = lazyDialog(async () => ({
  default: (await import('./SameSourceDialog.tsx')).SameSourceDialog,
}));

/** Says how many places of the same video or page are saved and visited, and opens their list. */
export function SameSource({ mine }: { mine: MyRestaurant }) {
  const { data } = useQuery(myListQuery);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const places = placesOfSource(data?.restaurants ?? [], mine.sourceMemo);
  if (places.length < 2) return null;
  const sentence = sentenceOf(places, sourceLinkOf(mine.sourceMemo)?.isVideo ?? false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" className="link type-sub ml-[30px] min-h-11 text-left" onClick={open}>
        {sentence}
      </button>
      {wasOpened && (
        <Suspense>
          <SameSourceDialog
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            memo={mine.sourceMemo}
            sentence={sentence}
            places={places}
          />
        </Suspense>
      )}
    </>
  );
}

function sentenceOf(places: readonly MyRestaurant[], isVideo: boolean): string {
  const total = places.length;
  const visited = places.filter(({ status }) => status === VISITED).length;
  if (visited === 0)
    return isVideo ? m.restaurants_same_video_saved({ total }) : m.restaurants_same_page_saved({ total });
  return isVideo ? m.restaurants_same_video({ total, visited }) : m.restaurants_same_page({ total, visited });
}
