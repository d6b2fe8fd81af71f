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
  if (current === null) {
    return (
      <ChooseSource onChoose={(source) => change(() => ({ current: source, waiting: [], saved: [] }))} />
    );
  }
  const without = (placeId: string, places: typeof waiting) =>
    places.filter((place) => place.placeId !== placeId);
  const choose = (place: ChosenPlace) =>
    change((stored) => ({ ...stored, waiting: [place, ...without(place.placeId, stored.waiting)] }));
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
      onSaved={(placeId, place) =>
        change((stored) => ({
          ...stored,
          waiting: without(placeId, stored.waiting),
          saved: [place, ...stored.saved.filter(({ restaurantId }) => restaurantId !== place.restaurantId)],
        }))
      }
      onDrop={(placeId) => change((stored) => ({ ...stored, waiting: without(placeId, stored.waiting) }))}
      onEnd={() => change((stored) => ({ ...stored, ...WITHOUT_SOURCE }))}
    />
  );
}
