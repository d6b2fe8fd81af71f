import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { Page } from '#web/shell/Page.tsx';
import { AddFromSource } from './from-source/AddFromSource.tsx';
import { ChooseSource } from './from-source/ChooseSource.tsx';
import { useRememberedSource } from './from-source/remembered-source.ts';

/** 방금 TV에서 봤어요: the source once, then place after place with one tap each. */
export function FromSourcePage() {
  const me = useMe();
  return (
    <Page title={m.from_source_title()} className="max-w-[640px]">
      {me && <Mode key={me.uid} uid={me.uid} />}
    </Page>
  );
}

function Mode({ uid }: { uid: string }) {
  const { remembered, change } = useRememberedSource(uid);
  const { current, waiting, saved } = remembered;
  if (current === null) {
    return (
      <ChooseSource onChoose={(source) => change(() => ({ current: source, waiting: [], saved: [] }))} />
    );
  }
  const without = (placeId: string, places: typeof waiting) =>
    places.filter((place) => place.placeId !== placeId);
  return (
    <AddFromSource
      source={current}
      waiting={waiting}
      saved={saved}
      onChoose={(place) =>
        change((stored) => ({ ...stored, waiting: [place, ...without(place.placeId, stored.waiting)] }))
      }
      onSaved={(placeId, place) =>
        change((stored) => ({
          ...stored,
          waiting: without(placeId, stored.waiting),
          saved: [place, ...stored.saved.filter(({ restaurantId }) => restaurantId !== place.restaurantId)],
        }))
      }
      onDrop={(placeId) => change((stored) => ({ ...stored, waiting: without(placeId, stored.waiting) }))}
      onEnd={() => change((stored) => ({ ...stored, current: null, saved: [] }))}
    />
  );
}
