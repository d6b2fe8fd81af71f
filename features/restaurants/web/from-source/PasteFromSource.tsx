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
  /** The pasted text. '' asks for the text. */
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
        canPrefill={({ suggestion, place }) => suggestion !== null || canPrefill(stored, place)}
        renderForm={(prefill) => {
          const { suggestion, onLeave } = prefill;
          if (!suggestion) return <AddForm uid={uid} prefill={prefill} />;
          const { placeId, name } = suggestion;
          const choose = () => {
            onLeave();
            onChoose({ placeId, name });
          };
          return <Chosen onOpen={choose} />;
        }}
      />
    </Suspense>
  );
}

function Chosen({ onOpen }: { onOpen: () => void }) {
  const choose = useEffectEvent(onOpen);
  useEffect(() => choose(), []);
  return null;
}
