import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import { listLinkOf } from '#features/transfer/list-links.rules.ts';
import { messageOf } from '#web/error-messages.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { pageInsteadOfList, useImportListLink } from './import/list-link.queries.ts';
import type { DraftRow } from './paste-draft.ts';
import { useReadPage } from './use-read-page.ts';
import type { ReviewDraft } from './use-review-draft.ts';

/**
 * Offers to import the list behind a pasted link. If the link leads to a post or a place, its page is read instead, and
 * its places replace the row. Nothing is offered if the pasted text also contains an address, because the link then
 * leads to a place and not to a list.
 */
export function OfferList({ row: { id, place }, review }: { row: DraftRow; review: ReviewDraft }) {
  const navigate = useNavigate();
  const list = useImportListLink();
  const { read, note, isReading } = useReadPage(review);
  const [problem, setProblem] = useState<string | null>(null);
  if (place.address !== '' || !listLinkOf(place.link)) return null;
  const importList = () => {
    setProblem(null);
    list.mutate(place.link, {
      onSuccess: () => {
        review.forget();
        void navigate({ to: paths.importPlaces, replace: true });
      },
      onError: (error) => {
        const page = pageInsteadOfList(error);
        if (page === null) setProblem(messageOf(error));
        else read(page, setProblem, () => review.removeRows([id]));
      },
    });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-soft p-4">
      <p className="type-sub">{m.transfer_list_link_question()}</p>
      <Alert>{problem}</Alert>
      <p role="status" className="type-sub empty:hidden">
        {note}
      </p>
      <Button
        look="secondary"
        size="small"
        isBusy={list.isPending || isReading}
        className="justify-self-start"
        onClick={importList}
      >
        {m.transfer_list_link_import()}
      </Button>
    </div>
  );
}
