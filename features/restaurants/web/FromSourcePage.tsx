import { useLocation, useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import type { AddPageParts } from './add/paste-parts.ts';
import { AddFromSource } from './from-source/AddFromSource.tsx';
import { ChooseSource } from './from-source/ChooseSource.tsx';
import { PasteFromSource } from './from-source/PasteFromSource.tsx';
import { useRememberedSource } from './from-source/remembered-source.ts';
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

/** Shows the choice of a source, the review of a pasted text, or the search for the places of the source. */
function Mode({ uid, parts: { Paste } }: { uid: string; parts: Parts }) {
  const { remembered, chooseSource, forgetSource, choosePlace, markSaved, drop } = useRememberedSource(uid);
  const { current, waiting, saved } = remembered;
  const navigate = useNavigate();
  const pasted = useLocation({ select: ({ state }) => state.pasted });
  if (current === null) {
    return (
      <>
        {waiting.length > 0 && (
          <section aria-label={m.from_source_waiting()} className="mb-6 grid gap-1">
            <h2 className="type-h3">{m.from_source_waiting()}</h2>
            <ul role="list" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
              <WaitingPlaces places={waiting} onSaved={markSaved} onDrop={drop} />
            </ul>
          </section>
        )}
        <ChooseSource onChoose={chooseSource} />
      </>
    );
  }
  if (pasted !== undefined) {
    return (
      <PasteFromSource
        key={pasted}
        uid={uid}
        text={pasted}
        source={current}
        Paste={Paste}
        onChoose={(place) => {
          choosePlace(place, current);
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
      onChoose={(place) => choosePlace(place, current)}
      onPaste={(text) => void navigate({ to: paths.addFromSource, state: { pasted: text } })}
      onSaved={markSaved}
      onDrop={drop}
      onEnd={(taken) => {
        forgetSource();
        if (taken.length > 0)
          void navigate({ to: paths.home, search: homeAround(taken.map(({ coordinates }) => coordinates)) });
      }}
    />
  );
}
