import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import { ApiProblem } from '#web/api.ts';
import { dateOf } from '#web/date-of.ts';
import { localZone } from '#common/dates.ts';
import { messageOf } from '#web/error-messages.ts';
import { useOnline } from '#web/online.ts';
import { paths } from '#web/paths.ts';
import { loadProblemMessages } from '#web/requests/problem-messages.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton, SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { type Action, findKind, type Kind } from './actions.ts';
import { LostActions } from './LostActions.tsx';
import { isUnreadable } from './unreadable-action.ts';
import {
  discardAction,
  openedOutbox,
  retryAction,
  sendActions,
  useOutboxActions,
  useOutboxDelay,
  useSendingId,
} from './page-outbox.ts';

/**
 * The page of the actions that wait to be sent or were refused. A refused action has a reason and the possible next
 * steps.
 */
export function OutboxPage() {
  const actions = useOutboxActions();
  const isOnline = useOnline();
  const delay = useOutboxDelay();
  // Refused actions need the messages of problems. These messages are usually loaded when a request fails.
  const [, showReasons] = useState(false);
  useEffect(() => void loadProblemMessages().then(() => showReasons(true)), []);
  const [toDiscard, setToDiscard] = useState<Action | null>(null);
  const isAnyWaiting = actions.some(({ problem }) => !problem);
  const blocked = new Set(
    actions.flatMap(({ creates, problem, object }) => (creates && problem ? object : [])),
  );
  return (
    <Page title={m.outbox_title()} backTo={paths.home} className="max-w-[640px]">
      <LostActions />
      {actions.length === 0 ? (
        <NoActions />
      ) : (
        <div className="grid gap-4">
          {isAnyWaiting && (
            <div className="flex items-center justify-between gap-3">
              <p className="type-sub text-ink-2">{TEXTS[delay]()}</p>
              {isOnline && (
                <Button
                  look="secondary"
                  size="small"
                  className="flex-none"
                  onClick={() => void sendActions()}
                >
                  {m.outbox_send_all()}
                </Button>
              )}
            </div>
          )}
          <ul className="grid gap-3">
            {actions.map((action) => (
              <ActionItem
                key={action.id}
                action={action}
                isBlocked={!action.creates && blocked.has(action.object)}
                onDiscard={() => setToDiscard(action)}
              />
            ))}
          </ul>
        </div>
      )}
      <ConfirmDialog
        isOpen={toDiscard !== null}
        onClose={() => setToDiscard(null)}
        title={m.outbox_discard_title()}
        text={m.outbox_discard_text()}
        confirmLabel={m.outbox_discard()}
        isDangerous
        onConfirm={() => {
          if (toDiscard) void discardAction(toDiscard);
          setToDiscard(null);
        }}
      />
    </Page>
  );
}

const TEXTS = {
  offline: m.outbox_text,
  server: m.outbox_text_server,
  unanswered: m.outbox_text_unanswered,
  later: m.outbox_kept_later,
} as const;

/** Says that there are no actions. Before the stored actions have been read, the message is not shown. */
function NoActions() {
  const { isPending, error, refetch } = useQuery({
    queryKey: ['outbox-read'],
    queryFn: readOutbox,
    networkMode: 'always',
    staleTime: 0,
    retry: false,
  });
  if (isPending) return <SkeletonPanels shapes={['h-36']} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <EmptyState title={m.outbox_empty_title()} text={m.outbox_empty_text()}>
      <LinkButton to={paths.home} look="secondary" size="small">
        {m.outbox_to_list()}
      </LinkButton>
    </EmptyState>
  );
}

/**
 * Reads the stored actions.
 * @throws ApiProblem
 */
async function readOutbox(): Promise<true> {
  const outbox = await openedOutbox();
  await outbox.open().catch(() => {
    throw new ApiProblem({ status: 0, code: 'outbox.storage_silent' });
  });
  return true;
}

function ActionItem({
  action,
  isBlocked,
  onDiscard,
}: {
  action: Action;
  isBlocked: boolean;
  onDiscard: () => void;
}) {
  const {
    data: kind,
    error,
    refetch,
  } = useQuery({
    queryKey: ['outbox-kind', action.kind],
    queryFn: () => findKind(action),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (kind === undefined) return <Skeleton className="h-24 w-full rounded-card" />;
  if (kind === null || isUnreadable(action))
    return (
      <UnreadableItem what={kind?.label() ?? m.outbox_unknown()} action={action} onDiscard={onDiscard} />
    );
  return <ReadableItem kind={kind} action={action} isBlocked={isBlocked} onDiscard={onDiscard} />;
}

type ItemProps = { action: Action; onDiscard: () => void };

/** An action that this version of the app cannot read. It can only be discarded. */
function UnreadableItem({ what, action: { createdAt }, onDiscard }: ItemProps & { what: string }) {
  return (
    <li className="grid gap-2 rounded-card bg-surface p-5 shadow-1">
      {createdAt > 0 && (
        <p className="type-caption text-ink-3">{dateOf(createdAt, { zone: localZone(), as: 'dateTime' })}</p>
      )}
      <h2 className="font-bold break-words">{what}</h2>
      <p className="type-sub font-semibold text-danger" role="alert">
        {m.problem_outbox_unreadable()}
      </p>
      <Button look="bare" size="small" className="-mb-2 -ml-3.5 justify-self-start" onClick={onDiscard}>
        {m.outbox_discard()}
      </Button>
    </li>
  );
}

function ReadableItem({
  kind,
  action,
  isBlocked,
  onDiscard,
}: ItemProps & { kind: Kind; isBlocked: boolean }) {
  const navigate = useNavigate();
  const isSending = useSendingId() === action.id;
  const { problem } = action;
  const { name, what, words } = kind.describe(action);
  const { reopen, overwrite } = kind;
  const isConflict = problem?.code.endsWith('.changed_elsewhere') ?? false;
  const isLimit = problem !== null && LIMITS.has(problem.code);
  return (
    <li className="grid gap-2 rounded-card bg-surface p-5 shadow-1">
      <p className="type-caption text-ink-3">
        {what} · {dateOf(action.createdAt, { zone: localZone(), as: 'dateTime' })}
      </p>
      <h2 className="font-bold break-words">{name}</h2>
      {words !== '' && !isConflict && <p className="type-sub break-words whitespace-pre-line">{words}</p>}
      <p
        className={classes('type-sub', problem ? 'font-semibold text-danger' : 'text-ink-2')}
        role={problem ? 'alert' : undefined}
      >
        {problem
          ? `${m.outbox_refused()}: ${messageOf(new ApiProblem(problem))}`
          : stateText({ isSending, isBlocked })}
      </p>
      {isConflict && (
        <dl className="grid gap-2 sm:grid-cols-2">
          <Version name={m.outbox_mine()} text={words} />
          <SavedVersion kind={kind} action={action} />
        </dl>
      )}
      <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {isLimit && (
          <LinkButton to={paths.upgrade} size="small">
            {m.outbox_upgrade()}
          </LinkButton>
        )}
        {isConflict && overwrite && (
          <Button size="small" onClick={() => void retryAction(action, overwrite(action))}>
            {m.outbox_overwrite()}
          </Button>
        )}
        {problem && reopen && (
          <Button
            look="secondary"
            size="small"
            onClick={async () => {
              const { path, isStored } = await reopen(action);
              if (isStored) await discardAction(action);
              else showToast(m.outbox_other_draft(), { kind: 'note' });
              await navigate({ href: path });
            }}
          >
            {m.outbox_reopen()}
          </Button>
        )}
        {problem && !isConflict && (
          <Button look="secondary" size="small" onClick={() => void retryAction(action)}>
            {m.outbox_retry()}
          </Button>
        )}
        {!isSending && (
          <Button look="bare" size="small" className="first:-mb-2 first:-ml-3.5" onClick={onDiscard}>
            {isConflict ? m.outbox_discard_mine() : m.outbox_discard()}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Shows the stored text that conflicts with the action. Shows nothing if the text cannot be read. */
function SavedVersion({ kind: { readSaved }, action }: { kind: Kind; action: Action }) {
  const { data } = useQuery({
    queryKey: ['outbox-saved', action.id],
    queryFn: ({ client }) => readSaved?.(client, action) ?? null,
    staleTime: 0,
  });
  return typeof data === 'string' && <Version name={m.outbox_theirs()} text={data} />;
}

const Version = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0 rounded-inner bg-sunken p-3">
    <dt className="type-caption text-ink-3">{name}</dt>
    <dd className="type-sub mt-0.5 break-words whitespace-pre-line">{text || m.outbox_nothing()}</dd>
  </div>
);

/** Codes of the refusals that a paid membership resolves. */
const LIMITS = new Set([
  'restaurants.limit_reached',
  'restaurants.bulk_limit_exceeded',
  'photos.limit_reached',
]);

function stateText({ isSending, isBlocked }: { isSending: boolean; isBlocked: boolean }): string {
  if (isSending) return m.outbox_sending();
  return isBlocked ? m.outbox_depends() : m.outbox_waiting();
}
