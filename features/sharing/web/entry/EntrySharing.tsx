import { useQuery } from '@tanstack/react-query';
import { Link2Off, Share2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { messageOf } from '#web/error-messages.ts';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { cardAddress } from '../kakao/card-address.ts';
import { KakaoShareButton } from '../kakao/KakaoShareButton.tsx';
import { entryShareQuery, useShareEntry, useUnshareEntry } from './entry-shares.queries.ts';

export function EntrySharing({ entryId, placeName }: { entryId: string; placeName: string }) {
  const { data: link, error, refetch } = useQuery(entryShareQuery(entryId));
  const share = useShareEntry(entryId);
  const unshare = useUnshareEntry(entryId);
  const [isAsking, setAsking] = useState(false);
  const { share: sendLink, shareDialog } = useSharePage();
  if (link === undefined) {
    if (error) return <ErrorState error={error} text={messageOf(error)} onRetry={() => void refetch()} />;
    return <Skeleton className="h-32 w-full rounded-card" />;
  }
  const path = link && `/shared-momokzi-journal/${link.id}`;
  const url = `${window.location.origin}${path}`;
  const text = m.sharing_entry_share_text({ name: placeName });
  return (
    <section aria-labelledby="entry-sharing" className="grid gap-3 rounded-card bg-surface p-4 shadow-1">
      <div>
        <h2 id="entry-sharing" className="type-h3 flex flex-wrap items-center gap-2">
          {m.sharing_entry_heading()}
          {link && <Pill kind="done">{m.sharing_entry_is_shared()}</Pill>}
        </h2>
        <p className="type-sub mt-1 text-ink-2">
          {link ? m.sharing_entry_who() : `${m.sharing_entry_who_nobody()} ${m.sharing_entry_who_before()}`}
        </p>
      </div>
      {path ? (
        <div className="flex flex-wrap gap-2 [&>*]:flex-[1_1_9rem]">
          <Button look="secondary" size="small" onClick={() => sendLink({ url, title: placeName, text })}>
            <Share2 aria-hidden="true" />
            {m.sharing_entry_send()}
          </Button>
          <KakaoShareButton
            label={m.sharing_kakao_label({ title: placeName })}
            card={{
              url,
              title: placeName,
              description: text,
              imageUrl: cardAddress(path),
              buttonTitle: m.sharing_kakao_open_entry(),
            }}
          />
          <Button look="secondary" size="small" onClick={() => setAsking(true)}>
            <Link2Off aria-hidden="true" />
            {m.sharing_entry_unshare()}
          </Button>
        </div>
      ) : (
        <Button look="secondary" size="small" isBusy={share.isPending} onClick={() => share.mutate()}>
          <Share2 aria-hidden="true" />
          {m.sharing_entry_share()}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.sharing_entry_unshare_title()}
        text={m.sharing_revoke_text()}
        confirmLabel={m.sharing_entry_unshare()}
        isDangerous
        isBusy={unshare.isPending}
        onConfirm={() => unshare.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
      {shareDialog}
    </section>
  );
}
