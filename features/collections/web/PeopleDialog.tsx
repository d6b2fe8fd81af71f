import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Crown, Link2, LogOut, Share2, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import type { Collection, CollectionPerson, JoinedRole } from '#features/collections/collections.contract.ts';
import { COLLECTION_MEMBERS_MAXIMUM } from '#features/collections/joint.rules.ts';
import { KakaoShareButton, ownerLabel } from '#features/sharing/web/sharing.public.tsx';
import { paths } from '#web/paths.ts';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import {
  inviteQuery,
  useChangeMember,
  usePutInvite,
  useLeaveCollection,
  useRemoveMember,
  useRevokeInvite,
  useTransferCollection,
} from './collection-members.queries.ts';

const ROLE_LABELS = {
  owner: m.collections_role_owner,
  editor: m.collections_role_editor,
  reader: m.collections_role_reader,
} as const;

const JOINED_ROLES = ['editor', 'reader'] as const;
const roleOptions = () => JOINED_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role]() }));

export function PeopleDialog({
  isOpen,
  onClose,
  collection,
}: {
  isOpen: boolean;
  onClose: () => void;
  collection: Collection;
}) {
  const isOwner = collection.role === 'owner';
  const people = collection.people.filter(({ role }) => role !== null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.collections_people()}
      text={m.collections_people_text({ limit: COLLECTION_MEMBERS_MAXIMUM })}
    >
      <div className="-mx-1 mt-4 grid max-h-[min(62dvh,34rem)] grid-cols-1 gap-5 overflow-y-auto px-1">
        {isOwner && <Invite collection={collection} onClose={onClose} />}
        <ul role="list" className="grid grid-cols-1 divide-y divide-line">
          {people.map((person) => (
            <li key={person.key}>
              <Person collection={collection} person={person} />
            </li>
          ))}
        </ul>
        {!isOwner && <Leave collection={collection} />}
      </div>
    </Dialog>
  );
}

function Person({ collection, person }: { collection: Collection; person: CollectionPerson }) {
  const { id: collectionId } = collection;
  const change = useChangeMember();
  const remove = useRemoveMember();
  const transfer = useTransferCollection();
  const [asked, setAsked] = useState<'remove' | 'transfer' | null>(null);
  const name = ownerLabel(person.name);
  const isManaged = collection.role === 'owner' && person.role !== 'owner';
  const memberKey = person.key;
  return (
    <div className="flex flex-wrap items-center gap-2 py-2.5">
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
        <span className="truncate font-semibold">{name}</span>
        {person.key === collection.me && <Pill kind="plain">{m.collections_me()}</Pill>}
        {!isManaged && person.role && (
          <Pill kind={person.role === 'owner' ? 'done' : 'plain'}>{ROLE_LABELS[person.role]()}</Pill>
        )}
      </span>
      {isManaged && person.role && person.role !== 'owner' && (
        <span className="flex flex-auto flex-wrap items-center gap-1">
          <span className="min-w-36 flex-1">
            <NativeSelect
              aria-label={m.collections_role_label({ name })}
              options={roleOptions()}
              value={person.role}
              onChange={(event) =>
                change.mutate({ collectionId, memberKey, role: event.target.value as JoinedRole })
              }
            />
          </span>
          <IconButton label={m.collections_transfer_label({ name })} onClick={() => setAsked('transfer')}>
            <Crown aria-hidden="true" />
          </IconButton>
          <IconButton label={m.collections_remove_person_label({ name })} onClick={() => setAsked('remove')}>
            <UserMinus aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onClose={() => setAsked(null)}
        title={m.collections_remove_person_title({ name })}
        text={m.collections_remove_person_text()}
        confirmLabel={m.collections_remove_person()}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ collectionId, memberKey }, { onSettled: () => setAsked(null) })}
      />
      <ConfirmDialog
        isOpen={asked === 'transfer'}
        onClose={() => setAsked(null)}
        title={m.collections_transfer_title({ name })}
        text={m.collections_transfer_text()}
        confirmLabel={m.collections_transfer()}
        isBusy={transfer.isPending}
        onConfirm={() => transfer.mutate({ collectionId, memberKey }, { onSettled: () => setAsked(null) })}
      />
    </div>
  );
}

function Invite({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const me = useMe();
  const { id: collectionId, name } = collection;
  const { data: invite, isPending } = useQuery(inviteQuery(collectionId));
  const put = usePutInvite();
  const revoke = useRevokeInvite();
  const { share, shareDialog } = useSharePage();
  if (me?.accountTier !== 'paid')
    return (
      <div className="grid gap-3 rounded-card bg-sunken p-4">
        <p className="type-sub">{m.collections_invite_paid()}</p>
        <LinkButton to={paths.upgrade} size="small" onClick={onClose}>
          {m.sharing_paid_button()}
        </LinkButton>
      </div>
    );
  // While the invite is loading, no button is shown. A press could replace an existing invite that is not loaded yet,
  // or would have no effect.
  if (isPending) return <Skeleton className="h-32 rounded-card" />;
  const url = `${window.location.origin}/app/collections/join/${invite?.id}`;
  const text = m.collections_invite_message({ name });
  return (
    <section
      className="grid grid-cols-1 gap-3 rounded-card bg-sunken p-4"
      aria-label={m.collections_invite()}
    >
      {invite ? (
        <>
          <Field label={m.collections_invite_role()}>
            <NativeSelect
              options={roleOptions()}
              value={invite.role}
              onChange={(event) => put.mutate({ collectionId, role: event.target.value as JoinedRole })}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => share({ url, title: name, text })}>
              <Share2 aria-hidden="true" />
              {m.collections_invite_send()}
            </Button>
            <KakaoShareButton
              label={m.collections_invite_kakao()}
              card={{
                url,
                title: name,
                description: text,
                imageUrl: `${window.location.origin}/card.png`,
                buttonTitle: m.collections_join(),
              }}
            />
            <Button
              look="bare"
              size="small"
              isBusy={revoke.isPending}
              onClick={() => revoke.mutate(collectionId)}
            >
              {m.collections_invite_revoke()}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="type-sub">{m.collections_invite_text()}</p>
          <Button isBusy={put.isPending} onClick={() => put.mutate({ collectionId, role: 'editor' })}>
            <Link2 aria-hidden="true" />
            {m.collections_invite_create()}
          </Button>
        </>
      )}
      {shareDialog}
    </section>
  );
}

function Leave({ collection: { id: collectionId, me } }: { collection: Collection }) {
  const router = useRouter();
  const leave = useLeaveCollection({
    onLeft: () => {
      if (router.state.location.pathname.includes(collectionId))
        void router.navigate({ to: paths.collections, replace: true });
    },
  });
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="soft" size="small" className="justify-self-start" onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        {m.collections_leave()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.collections_leave_title()}
        text={m.collections_leave_text()}
        confirmLabel={m.collections_leave()}
        isDangerous
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate({ collectionId, memberKey: me })}
      />
    </>
  );
}
