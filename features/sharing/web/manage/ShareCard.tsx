import { Eye, ExternalLink, Pause, Pencil, Play, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import type { ListShare, ShareState } from '#features/sharing/sharing.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { cardAddress } from '../kakao/card-address.ts';
import { KakaoShareButton } from '../kakao/KakaoShareButton.tsx';
import { useChangeShare, useRevokeShare } from '../sharing.queries.ts';

export function ShareCard({ share, onEdit }: { share: ListShare; onEdit: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const change = useChangeShare();
  const revoke = useRevokeShare();
  const { share: sendLink, shareDialog } = useSharePage();
  const { id, title, isPaused, state, opens, createdAt, expiresAt } = share;
  const path = `/shared/${id}`;
  const url = `${window.location.origin}${path}`;
  return (
    <article className="grid gap-3 rounded-card bg-surface p-4 shadow-1">
      <div>
        <h2 className="type-h3 flex flex-wrap items-center gap-2">
          <span className="min-w-0">{title}</span>
          <Pill kind={SHARE_STATES[state].kind}>{SHARE_STATES[state].label()}</Pill>
        </h2>
        <p className="type-caption numbers mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <span className="inline-flex items-center gap-1">
            <Eye className="size-4" aria-hidden="true" />
            {opens === 0 ? m.sharing_opened_never() : m.sharing_opens({ count: numberOf(opens) })}
          </span>
          <span>{m.sharing_made_on({ date: dateOf(createdAt, { zone: localZone() }) })}</span>
          {expiresAt !== null && (
            <span>{m.sharing_ends_on({ date: dateOf(expiresAt, { zone: localZone() }) })}</span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          aria-label={m.sharing_send_label({ title })}
          onClick={() => sendLink(pageOfShare(share))}
        >
          <Share2 aria-hidden="true" />
          {m.sharing_send()}
        </Button>
        {state === 'open' && (
          <KakaoShareButton
            label={m.sharing_kakao_label({ title })}
            card={{
              url,
              title,
              description: share.note || m.restaurants_share_text(),
              imageUrl: cardAddress(path),
              buttonTitle: m.sharing_kakao_open_list(),
            }}
          />
        )}
        <LinkButton
          to={paths.sharedList}
          params={{ shareId: id }}
          look="secondary"
          size="small"
          aria-label={m.sharing_open_label({ title })}
        >
          <ExternalLink aria-hidden="true" />
          {m.sharing_open()}
        </LinkButton>
        <Button look="soft" size="small" aria-label={m.sharing_edit_label({ title })} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {m.sharing_edit()}
        </Button>
        <Button
          look="soft"
          size="small"
          isBusy={change.isPending}
          aria-label={isPaused ? m.sharing_resume_label({ title }) : m.sharing_pause_label({ title })}
          onClick={() => change.mutate({ shareId: id, changes: { isPaused: !isPaused } })}
        >
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {isPaused ? m.sharing_resume() : m.sharing_pause()}
        </Button>
        <Button
          look="soft"
          size="small"
          aria-label={m.sharing_revoke_label({ title })}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden="true" />
          {m.sharing_revoke()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.sharing_revoke_title()}
        text={m.sharing_revoke_text()}
        confirmLabel={m.sharing_revoke()}
        isDangerous
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSettled: () => setAsking(false) })}
      />
      {shareDialog}
    </article>
  );
}

/** The page of a share link, as the share sheet gets it. */
export const pageOfShare = ({ id, title }: Pick<ListShare, 'id' | 'title'>) => ({
  url: `${window.location.origin}/shared/${id}`,
  title,
  text: m.restaurants_share_text(),
});

export const SHARE_STATES: Record<ShareState, { kind: 'done' | 'plain'; label: () => string }> = {
  open: { kind: 'done', label: m.sharing_state_open },
  paused: { kind: 'plain', label: m.sharing_state_paused },
  expired: { kind: 'plain', label: m.sharing_state_expired },
  collection_deleted: { kind: 'plain', label: m.sharing_state_collection_deleted },
  membership_over: { kind: 'plain', label: m.sharing_state_membership_over },
};
