import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { AddForm } from '../add/AddForm.tsx';
import { canPrefill, readAddDraft } from '../add/draft.ts';
import type { AddPageParts } from '../add/paste-parts.ts';
import type { Source } from './recent-sources.rules.ts';
import type { ChosenPlace } from './remembered-source.ts';

/**
 * Saves pasted places with the source. If the text contains a single place with a certain match, that place is saved
 * immediately. In all other cases the member reviews the places first.
 */
export function PasteFromSource({
  uid,
  text,
  source,
  Paste,
  onChoose,
}: {
  uid: string;
  /** The pasted text. '' continues a stored review; if there is none, '' asks for the text. */
  text: string;
  source: Source;
  Paste: AddPageParts['Paste'];
  onChoose: (place: ChosenPlace) => void;
}) {
  const [stored] = useState(() => readAddDraft(uid));
  return (
    <Suspense>
      <Paste
        uid={uid}
        text={text}
        source={source}
        // A suggestion is a certain match. It is saved without the form, so it cannot overwrite the form's draft.
        canPrefill={({ suggestion, place }) => suggestion !== null || canPrefill(stored, place)}
        renderForm={(prefill) => {
          const { suggestion, onLeave } = prefill;
          if (suggestion === null) return <AddForm uid={uid} prefill={prefill} />;
          const { placeId, name } = suggestion;
          const saveAtOnce = () => {
            onLeave();
            onChoose({ placeId, name });
          };
          return <SaveAtOnce onShown={saveAtOnce} />;
        }}
      />
    </Suspense>
  );
}

/** Saves the place when it is shown: `Paste` reports a certain match only by rendering the form. */
function SaveAtOnce({ onShown }: { onShown: () => void }) {
  const save = useEffectEvent(onShown);
  useEffect(() => save(), []);
  return null;
}
