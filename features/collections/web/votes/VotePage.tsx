import { useNavigate, useParams } from '@tanstack/react-router';
import { CalendarPlus, Share2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { useMe } from '#features/account/web/account.public.ts';
import { getVoteCalendar, type Vote, type VotePlace } from '#features/collections/votes.contract.ts';
import { bestPlace } from '#features/collections/votes.rules.ts';
import { SharedHeader, ShareUnavailable } from '#features/sharing/web/sharing.public.tsx';
import { urlOf } from '#web/api.ts';
import { dateOf } from '#web/date-of.ts';
import { lastMapApp, type MapApp, rememberMapApp } from '#features/restaurants/web/restaurants.public.ts';
import { paths } from '#web/paths.ts';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { usePageTitle } from '#web/shell/use-page-title.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { DownloadLink } from '#web/ui/DownloadLink.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { useVoterId } from './device-key.ts';
import { VoteResult } from './VoteResult.tsx';
import { hasOpenDate, voteDate } from './vote-date.ts';
import { useCloseVote, useDeleteVote, useVote } from './votes.queries.ts';
import { WriteEntry } from './WriteEntry.tsx';

export function VotePage() {
  const { voteId } = useParams({ from: '/shared/vote/$voteId' });
  const { data: vote, error, refetch } = useVote(voteId);
  const isGone = error?.code === 'votes.not_found';
  usePageTitle(vote?.title ?? m.votes_title());
  return (
    <>
      <SharedHeader />
      <ColourBars />
      <main id="content" className="mx-auto max-w-[640px] px-4 py-6 pb-28">
        {vote && !isGone ? (
          <VoteView key={vote.id} vote={vote} />
        ) : (
          <>
            <h1 className="sr-only">{m.votes_title()}</h1>
            {isGone ? (
              <ShareUnavailable title={m.votes_gone_title()} text={m.votes_gone_text()} />
            ) : error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonPanels shapes={['h-24', 'h-72']} />
            )}
          </>
        )}
      </main>
    </>
  );
}

function VoteView({ vote }: { vote: Vote }) {
  const me = useMe();
  const { share, shareDialog } = useSharePage();
  const { id, title, collectionName, hostName, meetsOn, isOpen, closesAt, voters, membership } = vote;
  const [app, setApp] = useState(lastMapApp);
  const mapApp = {
    app,
    onApp: (chosen: MapApp) => {
      setApp(chosen);
      rememberMapApp(chosen);
    },
  };
  const voterId = useVoterId(id);
  const mine = voters.find((voter) => voter.id === voterId);
  const first = bestPlace(vote);
  const url = `${window.location.origin}${paths.vote.replace('$voteId', id)}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-2">
        <p className="type-sub text-ink-2">
          {[collectionName, hostName && m.votes_host({ name: hostName })].filter(Boolean).join(' · ')}
        </p>
        <h1 className="type-h1">{title}</h1>
        <p className="numbers flex flex-wrap items-center gap-2 font-semibold">
          {voteDate(vote)}
          <Pill kind="plain">{isOpen ? m.votes_open() : m.votes_closed()}</Pill>
        </p>
        {isOpen && (
          <p className="type-caption numbers text-ink-2">
            {m.votes_until({ day: dateOf(closesAt, { zone: KOREA }) })}
          </p>
        )}
        <div className="flex flex-wrap gap-2 pt-1">
          {isOpen && (
            <Button
              look="secondary"
              size="small"
              onClick={() => share({ url, title, text: m.votes_share_text({ title }) })}
            >
              <Share2 aria-hidden="true" />
              {m.votes_share()}
            </Button>
          )}
          {!hasOpenDate(vote) && (
            <DownloadLink
              href={urlOf(getVoteCalendar.url, { params: { voteId: id } })}
              fileName="momokzi.ics"
              look="secondary"
              size="small"
            >
              <CalendarPlus aria-hidden="true" />
              {m.votes_calendar()}
            </DownloadLink>
          )}
          {me && <WriteEntry first={first} meetsOn={meetsOn} />}
          {membership && (
            <LinkButton
              to={paths.collection}
              params={{ collectionId: membership.collectionId }}
              look="soft"
              size="small"
            >
              {m.votes_to_collection()}
            </LinkButton>
          )}
        </div>
      </header>
      {isOpen && (
        <AnswerForm key={mine?.id} vote={vote} mine={mine} defaultName={me?.displayName ?? ''} {...mapApp} />
      )}
      {vote.decidedId !== null && first && (
        <Decision
          vote={vote}
          place={first}
          onShare={() =>
            share({
              url,
              title,
              text: m.votes_decided_text({ title, date: voteDate(vote), name: first.name }),
            })
          }
        />
      )}
      <VoteResult vote={vote} {...mapApp} />
      {membership?.canManage && <Manage vote={vote} collectionId={membership.collectionId} />}
      {shareDialog}
    </div>
  );
}

/** The place that the organisers decided on, to be sent to the others. */
function Decision({ vote, place, onShare }: { vote: Vote; place: VotePlace; onShare: () => void }) {
  return (
    <section
      aria-labelledby="vote-decision"
      className="grid justify-items-start gap-2 rounded-card bg-done-tint p-5"
    >
      <h2 id="vote-decision" className="type-sub font-bold text-done-text">
        {m.votes_decided()}
      </h2>
      <p className="type-h1">{place.name}</p>
      <p className="type-sub text-ink-2">{[voteDate(vote), place.address].filter(Boolean).join(' · ')}</p>
      <Button size="small" className="mt-1" onClick={onShare}>
        <Share2 aria-hidden="true" />
        {m.votes_decided_share()}
      </Button>
    </section>
  );
}

/**
 * The buttons that end and delete the vote. They are shown to the creator of the vote and the owner of the collection.
 */
function Manage({ vote, collectionId }: { vote: Vote; collectionId: string }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'close' | 'delete' | null>(null);
  const close = useCloseVote();
  const remove = useDeleteVote({
    onDeleted: () => void navigate({ to: paths.collection, params: { collectionId }, replace: true }),
  });
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {vote.isOpen && (
        <Button look="soft" size="small" onClick={() => setAsked('close')}>
          {m.votes_close()}
        </Button>
      )}
      <Button look="bare" size="small" className="first:-ml-3" onClick={() => setAsked('delete')}>
        {m.votes_delete()}
      </Button>
      <ConfirmDialog
        isOpen={asked === 'close'}
        onClose={() => setAsked(null)}
        title={m.votes_close_title()}
        text={m.votes_close_text()}
        confirmLabel={m.votes_close()}
        isBusy={close.isPending}
        onConfirm={() => close.mutate(vote.id, { onSettled: () => setAsked(null) })}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        title={m.votes_delete_title()}
        text={m.votes_delete_text()}
        confirmLabel={m.votes_delete()}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(vote, { onSettled: () => setAsked(null) })}
      />
    </div>
  );
}
