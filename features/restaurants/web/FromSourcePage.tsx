import { useLocation, useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import type { AddPageParts } from './add/paste-parts.ts';
import { AddFromSource } from './from-source/AddFromSource.tsx';
import { ChooseSource } from './from-source/ChooseSource.tsx';
import { PasteFromSource } from './from-source/PasteFromSource.tsx';
import { type ChosenPlace, useRememberedSource, WITHOUT_SOURCE } from './from-source/remembered-source.ts';
import { homeAround } from './home-around.ts';
import { WaitingPlaces } from './from-source/WaitingPlaces.tsx';

type Parts = Pick<AddPageParts, 'Paste'>;

/**
 * 방금 TV에서 봤어요: the member chooses a source once. After that, one tap or a pasted text saves a place with this source.
 */
export function FromSourcePage({ parts }: { parts: Parts }) {
  const me = useMe();
  return (
    <Page title={m.from_source_title()} className="max-w-[640px]">
      {me && <Mode key={me.uid} uid={me.uid} parts={parts} />}
    </Page>
  );
}

function Mode({ uid, parts: { Paste } }: { uid: string; parts: Parts }) {
  const { remembered, change } = useRememberedSource(uid);
  const navigate = useNavigate();
  const pasted = useLocation({ select: ({ state }) => state.pasted });
  const { current, waiting, saved } = remembered;
  const without = (placeId: string, places: typeof waiting) =>
    places.filter((place) => place.placeId !== placeId);
  const onSaved = (placeId: string, place: (typeof saved)[number]) =>
    change((stored) => ({
      ...stored,
      waiting: without(placeId, stored.waiting),
      saved: [place, ...stored.saved.filter(({ restaurantId }) => restaurantId !== place.restaurantId)],
    }));
  const onDrop = (placeId: string) =>
    change((stored) => ({ ...stored, waiting: without(placeId, stored.waiting) }));
  if (current === null) {
    return (
      <>
        {waiting.length > 0 && (
          <section aria-label={m.from_source_waiting()} className="mb-6 grid gap-1">
            <h2 className="type-h3">{m.from_source_waiting()}</h2>
            <ul role="list" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
              <WaitingPlaces places={waiting} onSaved={onSaved} onDrop={onDrop} />
            </ul>
          </section>
        )}
        <ChooseSource
          onChoose={(source) => change((stored) => ({ ...stored, current: source, saved: [] }))}
        />
      </>
    );
  }
  const choose = (place: ChosenPlace) =>
    change((stored) => ({
      ...stored,
      waiting: [{ ...place, source: current }, ...without(place.placeId, stored.waiting)],
    }));
  if (pasted !== undefined) {
    return (
      <PasteFromSource
        key={pasted}
        uid={uid}
        text={pasted}
        source={current}
        Paste={Paste}
        onChoose={(place) => {
          choose(place);
          void navigate({ to: paths.addFromSource, replace: true, state: {} });
        }}
      />
    );
  }
  return (
    <AddFromSource
      source={current}
      waiting={waiting}
      saved={saved}
      onChoose={choose}
      onPaste={(text) => void navigate({ to: paths.addFromSource, state: { pasted: text } })}
      onSaved={onSaved}
      onDrop={onDrop}
      onEnd={(taken) => {
        change((stored) => ({ ...stored, ...WITHOUT_SOURCE }));
        if (taken.length > 0)
          void navigate({ to: paths.home, search: homeAround(taken.map(({ coordinates }) => coordinates)) });
      }}
    />
  );
}
