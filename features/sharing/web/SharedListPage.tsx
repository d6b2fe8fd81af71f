import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#messages';
import { useMedia } from '#features/restaurants/web/restaurants.public.ts';
import type { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { usePageTitle } from '#web/shell/use-page-title.ts';
import { SkeletonListBesideMap } from '#web/map/ListBesideMap.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ManageLinks } from './shared/ManageLinks.tsx';
import { ShareUnavailable } from './shared/ShareUnavailable.tsx';
import { SharedHeader } from './shared/SharedHeader.tsx';
import { BAND_COLOURS, MAP_PLACE, SharedListView } from './shared/SharedListView.tsx';
import { sharedListQuery, reportView, useIsOwner, useSharedListOfPage } from './sharing.queries.ts';

export function SharedListPage() {
  const { shareId } = useParams({ from: '/shared/shared/$shareId' });
  useSharedListOfPage(shareId);
  const isWide = useMedia('(min-width: 1024px)');
  const { data: list, error, refetch } = useQuery(sharedListQuery(shareId));
  usePageTitle(list?.title ?? m.shell_shared_list_title());

  const isOwner = useIsOwner(shareId);
  // A view by the owner of the link is not counted.
  const isOpened = list !== undefined && isOwner === false;
  useEffect(() => {
    if (isOpened) reportView(shareId);
  }, [isOpened, shareId]);

  return (
    <>
      <SharedHeader />
      <ColourBars className="bars-on-cyan" />
      {list ? (
        <SharedListView key={list.id} list={list} isOwner={isOwner} />
      ) : (
        <main id="content">
          <h1 className="sr-only">{m.shell_shared_list_title()}</h1>
          {error ? (
            <div className="mx-auto max-w-[640px] px-4 py-6">
              <Failure problem={error} isOwner={isOwner ?? false} onRetry={() => void refetch()} />
            </div>
          ) : (
            <SkeletonListBesideMap colours={BAND_COLOURS} mapPlace={MAP_PLACE} isWide={isWide} />
          )}
        </main>
      )}
    </>
  );
}

function Failure({
  problem,
  isOwner,
  onRetry,
}: {
  problem: ApiProblem;
  isOwner: boolean;
  onRetry: () => void;
}) {
  // The owner sees why the link cannot be opened, and can change the link.
  if (isOwner && problem.status >= 400 && problem.status < 500)
    return (
      <EmptyState shows="bars" title={m.sharing_own_closed_title()} text={m.sharing_own_closed_text()}>
        <ManageLinks look="secondary" />
      </EmptyState>
    );
  if (problem.code === 'sharing.paused')
    return <ShareUnavailable title={m.sharing_paused_title()} text={m.sharing_paused_text()} />;
  if (problem.code === 'sharing.not_found')
    return <ShareUnavailable title={m.sharing_dead_title()} text={m.sharing_dead_text()} />;
  const text = m.sharing_load_failed({ message: messageOf(problem) });
  return <ErrorState error={problem} text={text} onRetry={onRetry} />;
}
