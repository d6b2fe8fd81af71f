import { useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import { listLinkOf } from '#features/transfer/list-links.rules.ts';
import type { PastedPlace } from '#features/transfer/pasted-text.rules.ts';
import { messageOf } from '#web/error-messages.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useImportListLink } from './import/list-link.queries.ts';

/**
 * Offers to import the list behind a pasted link. Nothing is offered if the pasted text also contains an address,
 * because the link then leads to a place and not to a list.
 */
export function OfferList({ place, onImported }: { place: PastedPlace; onImported: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useImportListLink();
  if (place.address !== '' || !listLinkOf(place.link)) return null;
  const importList = () =>
    mutate(place.link, {
      onSuccess: () => {
        onImported();
        void navigate({ to: paths.importPlaces, replace: true });
      },
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-soft p-4">
      <p className="type-sub">{m.transfer_list_link_question()}</p>
      <Alert>{error && messageOf(error)}</Alert>
      <Button
        look="secondary"
        size="small"
        isBusy={isPending}
        className="justify-self-start"
        onClick={importList}
      >
        {m.transfer_list_link_import()}
      </Button>
    </div>
  );
}
