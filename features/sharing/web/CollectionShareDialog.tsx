import { useQuery } from '@tanstack/react-query';
import { Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import type { ListShare } from '#features/sharing/sharing.contract.ts';
import { SHARE_TITLE_MAXIMUM } from '#features/sharing/sharing.limits.ts';
import { paths } from '#web/paths.ts';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { cardAddress } from './kakao/card-address.ts';
import { KakaoShareButton } from './kakao/KakaoShareButton.tsx';
import { pageOfShare, SHARE_STATES } from './manage/ShareCard.tsx';
import { listSharesQuery, useCreateShare } from './sharing.queries.ts';

type Collection = { id: string; name: string; note: string };

/** The dialog that shares a collection. If there is already a link to the collection, the dialog uses that link. */
export function CollectionShareDialog({
  isOpen,
  onClose,
  collection,
}: {
  isOpen: boolean;
  onClose: () => void;
  collection: Collection;
}) {
  const me = useMe();
  const { data } = useQuery(listSharesQuery);
  const { share: sendLink, offer, shareDialog } = useSharePage();
  const share = data?.shares.find(
    ({ selection }) => selection.of === 'collection' && selection.collectionId === collection.id,
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.sharing_collection()}
      text={me?.accountTier === 'free' ? m.sharing_paid_text() : m.sharing_collection_text()}
    >
      {me?.accountTier === 'free' ? (
        <LinkButton to={paths.upgrade} className="mt-5 w-full" onClick={onClose}>
          {m.sharing_paid_button()}
        </LinkButton>
      ) : share ? (
        <SharedLink share={share} onClose={onClose} onSend={sendLink} />
      ) : (
        <NewLink
          collection={collection}
          isLoading={!data}
          onCreated={(created) => offer(pageOfShare(created))}
        />
      )}
      {shareDialog}
    </Dialog>
  );
}

function SharedLink({
  share,
  onClose,
  onSend,
}: {
  share: ListShare;
  onClose: () => void;
  onSend: ReturnType<typeof useSharePage>['share'];
}) {
  const path = `/shared/${share.id}`;
  const url = `${window.location.origin}${path}`;
  return (
    <div className="mt-4 grid gap-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {share.title}
        <Pill kind={SHARE_STATES[share.state].kind}>{SHARE_STATES[share.state].label()}</Pill>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={m.sharing_send_label({ title: share.title })}
          size="small"
          onClick={() => onSend({ url, title: share.title, text: m.restaurants_share_text() })}
        >
          <Share2 aria-hidden="true" />
          {m.sharing_send()}
        </Button>
        {share.state === 'open' && (
          <KakaoShareButton
            label={m.sharing_kakao_label({ title: share.title })}
            card={{
              url,
              title: share.title,
              description: share.note || m.restaurants_share_text(),
              imageUrl: cardAddress(path),
              buttonTitle: m.sharing_kakao_open_list(),
            }}
          />
        )}
        <LinkButton to={paths.shareMyList} look="secondary" size="small" onClick={onClose}>
          {m.sharing_manage()}
        </LinkButton>
      </div>
    </div>
  );
}

/** Asks what the link shows, and makes it. */
function NewLink({
  collection: { id: collectionId, name, note },
  isLoading,
  onCreated,
}: {
  collection: Collection;
  isLoading: boolean;
  onCreated: (share: ListShare) => void;
}) {
  const create = useCreateShare();
  const [shows, setShows] = useState({ ratings: false, reviews: false, memos: false, photos: false });
  const options = [
    ['memos', m.sharing_collection_lines()],
    ['ratings', m.sharing_shows_ratings()],
    ['reviews', m.sharing_shows_reviews()],
    ['photos', m.sharing_shows_photos()],
  ] as const;
  return (
    <div className="mt-4 grid gap-4">
      <FieldGroup legend={m.sharing_shows_legend()}>
        {options.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            checked={shows[field]}
            onChange={(event) => setShows({ ...shows, [field]: event.currentTarget.checked })}
          />
        ))}
      </FieldGroup>
      <Button
        isBusy={create.isPending || isLoading}
        onClick={() =>
          create.mutate(
            {
              title: name.slice(0, SHARE_TITLE_MAXIMUM),
              note,
              selection: { of: 'collection', collectionId },
              shows,
              expiresAt: null,
            },
            { onSuccess: onCreated },
          )
        }
      >
        <Link2 aria-hidden="true" />
        {m.sharing_make()}
      </Button>
    </div>
  );
}
