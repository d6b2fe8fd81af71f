import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { Page } from '#web/shell/Page.tsx';
import { AddForm } from './add/AddForm.tsx';
import { isEmpty, readDraft } from './add/draft.ts';
import type { AddPageParts, Prefill } from './add/paste-parts.ts';

/** Finds a place, enters one by hand or pastes it, and adds it to my list. */
export function AddRestaurantPage({ parts }: { parts: AddPageParts }) {
  const me = useMe();
  const pasted = useLocation({ select: ({ state }) => state.pasted });
  return (
    <Page title={m.restaurants_add_title()}>
      {me && <AddScreen key={`${me.uid} ${pasted}`} uid={me.uid} pasted={pasted} parts={parts} />}
    </Page>
  );
}

function AddScreen({
  uid,
  pasted,
  parts: { Paste, PasteButton },
}: {
  uid: string;
  /** '': asks for the text; undefined: the form. */
  pasted: string | undefined;
  parts: AddPageParts;
}) {
  const [stored] = useState(() => readDraft(uid));
  if (pasted === undefined) {
    return (
      <AddForm uid={uid}>
        <PasteButton uid={uid} />
      </AddForm>
    );
  }
  const canPrefill = ({ place }: Prefill) =>
    isEmpty(stored) || JSON.stringify(stored.values.place) === JSON.stringify(place);
  return (
    <Suspense>
      <Paste
        uid={uid}
        text={pasted}
        canPrefill={canPrefill}
        renderForm={(prefill) => <AddForm uid={uid} prefill={prefill} />}
      />
    </Suspense>
  );
}
