import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { JournalFeed } from '#features/journal/journal-feed.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { copyText } from '#web/browser/copy-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { feedQuery, useCreateFeed, useRevokeFeed } from './feed.queries.ts';

export function JournalFeedControls() {
  const { data: feed, error, refetch, isPending } = useQuery(feedQuery);
  const create = useCreateFeed();
  if (isPending) return <SkeletonPanels shapes={['h-14']} />;
  if (feed === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (feed) return <Feed feed={feed} />;
  return (
    <div className="grid gap-3">
      {create.error && (
        <p role="alert" className="type-sub font-semibold text-danger">
          {messageOf(create.error)}
        </p>
      )}
      <NetworkButton
        look="secondary"
        className="justify-self-start"
        isBusy={create.isPending}
        onClick={() => create.mutate()}
      >
        <CalendarPlus aria-hidden="true" />
        {m.journal_feed_create()}
      </NetworkButton>
    </div>
  );
}

function Feed({ feed: { url } }: { feed: JournalFeed }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeFeed();
  const copy = () => copyText(url, { copied: m.journal_feed_copied(), failed: m.journal_feed_copy_failed() });
  const confirm = () => revoke.mutate(undefined, { onSettled: () => setAsking(false) });
  return (
    <div className="grid gap-3">
      <Field label={m.journal_feed_url()}>
        <TextInput
          value={url}
          readOnly
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {m.journal_feed_copy()}
        </Button>
        <NetworkButton look="soft" size="small" onClick={() => setAsking(true)}>
          {m.journal_feed_revoke()}
        </NetworkButton>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.journal_feed_revoke_title()}
        text={m.journal_feed_revoke_text()}
        confirmLabel={m.journal_feed_revoke()}
        isDangerous
        isBusy={revoke.isPending}
        onConfirm={confirm}
      />
    </div>
  );
}
