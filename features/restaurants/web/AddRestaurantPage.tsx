import { useLocation } from '@tanstack/react-router';
import { Tv } from 'lucide-react';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { AddForm } from './add/AddForm.tsx';
import { canPrefill, readAddDraft } from './add/draft.ts';
import type { AddPageParts } from './add/paste-parts.ts';
import { SourceStrip } from './from-source/SourceStrip.tsx';
import { myListQuery } from './my-list.query.ts';

/** The page that adds a place to my list. The member finds the place by search, enters it by hand, or pastes it. */
export function AddRestaurantPage({ parts }: { parts: AddPageParts }) {
  const me = useMe();
  const pasted = useLocation({ select: ({ state }) => state.pasted });
  return (
    <Page title={m.restaurants_add_title()}>
      <OfflineStrip of={myListQuery.queryKey} isEditable className="mb-3" />
      {me && <AddScreen key={`${me.uid} ${pasted}`} uid={me.uid} pasted={pasted} parts={parts} />}
    </Page>
  );
}

function AddScreen({
  uid,
  pasted,
  parts: { Paste, PasteButton, collections },
}: {
  uid: string;
  /** The pasted text that contains places. '' opens the paste screen without a text; undefined shows the form. */
  pasted: string | undefined;
  parts: AddPageParts;
}) {
  const [stored] = useState(() => readAddDraft(uid));
  if (pasted === undefined) {
    return (
      <AddForm uid={uid} above={<SourceStrip />} collections={collections}>
        <PasteButton uid={uid}>
          <LinkButton to={paths.addFromSource} look="secondary" size="small">
            <Tv aria-hidden="true" />
            {m.from_source_title()}
          </LinkButton>
        </PasteButton>
      </AddForm>
    );
  }
  return (
    <Suspense fallback={<SkeletonPanels className="pt-2" shapes={['h-9 w-3/5', 'h-40', 'h-12']} />}>
      <Paste
        uid={uid}
        text={pasted}
        canPrefill={({ place }) => canPrefill(stored, place)}
        renderForm={(prefill) => <AddForm uid={uid} prefill={prefill} collections={collections} />}
      />
    </Suspense>
  );
}
