import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { m } from '#messages';
import { COLLECTION_MEMBERS_MAXIMUM } from '#features/collections/joint.rules.ts';
import { ownerLabel } from '#features/sharing/web/sharing.public.tsx';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { invitePreviewQuery, useJoinCollection } from './collections.queries.ts';
import { CollectionMark } from './looks.tsx';

export function JoinPage() {
  const { inviteId } = useParams({ from: '/members/app/collections/join/$inviteId' });
  const navigate = useNavigate();
  const { data: preview, error, refetch } = useQuery(invitePreviewQuery(inviteId));
  const join = useJoinCollection();
  const open = (collectionId: string) =>
    void navigate({ to: paths.collection, params: { collectionId }, replace: true });
  return (
    <Page title={m.collections_join_title()} backTo={paths.collections} className="max-w-[560px]">
      {preview ? (
        <section className="grid gap-5 rounded-card bg-surface p-6 shadow-1">
          <div className="flex items-center gap-4">
            <CollectionMark colour={preview.colour} icon={preview.icon} className="size-14" />
            <div className="min-w-0">
              <h2 className="type-h2">{preview.name}</h2>
              <p className="type-sub numbers text-ink-2">
                {m.collections_join_facts({
                  owner: ownerLabel(preview.ownerName),
                  people: numberOf(preview.memberCount + 1),
                  count: numberOf(preview.placeCount),
                })}
              </p>
            </div>
          </div>
          <p className="type-sub">
            {preview.role === 'editor' ? m.collections_join_editor() : m.collections_join_reader()}{' '}
            {m.collections_join_privacy()}
          </p>
          <StickyActions>
            {preview.collectionId === null ? (
              <Button
                className="w-full"
                isBusy={join.isPending}
                onClick={() =>
                  join.mutate(inviteId, {
                    onSuccess: ({ collectionId }) => open(collectionId),
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
            ) : (
              <Button className="w-full" onClick={() => preview.collectionId && open(preview.collectionId)}>
                {m.collections_join_open()}
              </Button>
            )}
          </StickyActions>
        </section>
      ) : error ? (
        error.code === 'collections.invite_not_found' ? (
          <EmptyState
            shows="bars"
            title={m.collections_join_gone_title()}
            text={m.collections_join_gone_text()}
          >
            <LinkButton to={paths.collections} look="secondary" size="small">
              {m.collections_all()}
            </LinkButton>
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SkeletonPanels shapes={['h-36']} />
      )}
    </Page>
  );
}
