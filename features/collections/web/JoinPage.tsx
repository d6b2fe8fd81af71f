import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { useIsSessionResolved, useMe } from '#features/account/web/account.public.ts';
import { useProviderButtons } from '#features/account/web/account-frame.public.ts';
import type { InvitePreview } from '#features/collections/collections.contract.ts';
import { COLLECTION_MEMBERS_MAXIMUM } from '#features/collections/joint.rules.ts';
import { neighbourhoodFirst } from '#features/places/short-address.rules.ts';
import { useDistanceOrigin } from '#features/restaurants/web/restaurants.public.ts';
import {
  ownerLabel,
  PlacesMap,
  SharedHeader,
  ShareUnavailable,
} from '#features/sharing/web/sharing.public.tsx';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/use-page-title.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { invitePreviewQuery, useJoinCollection } from './collection-members.queries.ts';
import { CollectionMark } from './looks.tsx';

/** The page of an invite link. It shows the collection before any sign-in. */
export function JoinPage() {
  const { inviteId } = useParams({ from: '/shared/app/collections/join/$inviteId' });
  const { data: preview, error, refetch } = useQuery(invitePreviewQuery(inviteId));
  usePageTitle(m.collections_join_title());
  return (
    <>
      <SharedHeader />
      <ColourBars />
      <main id="content" className="mx-auto max-w-[560px] px-4 py-6 pb-28">
        {preview ? (
          <Invitation inviteId={inviteId} preview={preview} />
        ) : (
          <>
            <h1 className="sr-only">{m.collections_join_title()}</h1>
            {error?.code === 'collections.invite_not_found' ? (
              <ShareUnavailable
                title={m.collections_join_gone_title()}
                text={m.collections_join_gone_text()}
              />
            ) : error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonPanels shapes={['h-24', 'h-52', 'h-36']} />
            )}
          </>
        )}
      </main>
    </>
  );
}

function Invitation({ inviteId, preview }: { inviteId: string; preview: InvitePreview }) {
  const { name, colour, icon, ownerName, placeCount, memberCount, role, places } = preview;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex items-center gap-4">
        <CollectionMark colour={colour} icon={icon} className="size-14" />
        <div className="min-w-0">
          <h1 className="type-h1 break-words">
            {m.collections_invited({ owner: ownerLabel(ownerName), name })}
          </h1>
          <p className="type-sub numbers text-ink-2">
            {m.collections_join_facts({ people: numberOf(memberCount + 1), count: numberOf(placeCount) })}
          </p>
        </div>
      </header>
      <PlacesOfInvite places={places} placeCount={placeCount} />
      <p className="type-sub">
        {role === 'editor' ? m.collections_join_editor() : m.collections_join_reader()}{' '}
        {m.collections_join_privacy()}
      </p>
      <Join inviteId={inviteId} collectionId={preview.collectionId} />
    </div>
  );
}

/** Number of places whose names are shown. More would push the buttons too far down. */
const NAMED_PLACES = 8;

function PlacesOfInvite({ places, placeCount }: Pick<InvitePreview, 'places' | 'placeCount'>) {
  const origin = useDistanceOrigin({ asksAtOnce: false });
  const mapped = useMemo(() => places.map((place) => ({ ...place, status: TO_VISIT })), [places]);
  const named = places.slice(0, NAMED_PLACES);
  const hidden = placeCount - named.length;
  if (places.length === 0) return null;
  return (
    <section
      aria-label={m.collections_places_label()}
      className="overflow-hidden rounded-card bg-surface shadow-1"
    >
      {places.some(({ coordinates }) => coordinates) && (
        <div className="relative h-52">
          <PlacesMap
            places={mapped}
            origin={origin}
            selectedId={null}
            hoveredId={null}
            onSelect={() => undefined}
          />
        </div>
      )}
      <ul role="list" className="divide-y divide-line px-4">
        {named.map((place) => (
          <li key={place.id} className="py-3">
            <b className="type-sub block">{place.name}</b>
            <span className="type-caption text-ink-2">{neighbourhoodFirst(place)}</span>
          </li>
        ))}
        {hidden > 0 && (
          <li className="type-sub py-3 text-ink-2">{m.votes_card_others({ count: numberOf(hidden) })}</li>
        )}
      </ul>
    </section>
  );
}

/** @param collectionId the collection, if the person belongs to it */
function Join({ inviteId, collectionId }: { inviteId: string; collectionId: string | null }) {
  const me = useMe();
  const isSessionKnown = useIsSessionResolved();
  const navigate = useNavigate();
  const join = useJoinCollection();
  const open = (id: string) =>
    void navigate({ to: paths.collection, params: { collectionId: id }, replace: true });
  if (!isSessionKnown) return null;
  if (!me) return <JoinAsVisitor />;
  if (collectionId !== null)
    return (
      <StickyActions isAlwaysSeen>
        <Button className="w-full" onClick={() => open(collectionId)}>
          {m.collections_join_open()}
        </Button>
      </StickyActions>
    );
  return (
    <StickyActions isAlwaysSeen>
      <Button
        className="w-full"
        isBusy={join.isPending}
        onClick={() =>
          join.mutate(inviteId, {
            onSuccess: (joined) => open(joined.collectionId),
            onError: (problem) =>
              showToast(
                problem.code === 'collections.too_many_members'
                  ? m.collections_join_full({ limit: COLLECTION_MEMBERS_MAXIMUM })
                  : messageOf(problem),
                { kind: 'alert' },
              ),
          })
        }
      >
        <UserPlus aria-hidden="true" />
        {m.collections_join()}
      </Button>
    </StickyActions>
  );
}

function JoinAsVisitor() {
  const { href } = useLocation();
  const providers = useProviderButtons('join', href);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {providers}
      <LinkButton
        to={paths.signUp}
        search={{ from: href }}
        look={providers ? 'soft' : 'primary'}
        className="w-full"
      >
        {m.collections_join_email()}
      </LinkButton>
      <LinkButton
        to={paths.login}
        search={{ from: href }}
        look="bare"
        size="small"
        className="justify-self-center"
      >
        {m.collections_join_log_in()}
      </LinkButton>
    </div>
  );
}
