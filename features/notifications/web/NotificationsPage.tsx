import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  CalendarCheck,
  LayoutGrid,
  type LucideIcon,
  Store,
  Ticket,
  Tv,
  Vote as VoteIcon,
} from 'lucide-react';
import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import { localZone } from '#common/dates.ts';
import { notificationPath, notificationText } from '#features/notifications/notification-text.ts';
import type { Notification, NotificationKind } from '#features/notifications/notifications.contract.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { recentTime } from '#web/format/relative-time.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { notificationsQuery, useReadAll, useReadNotification } from './notifications.queries.ts';

export function NotificationsPage() {
  const query = useInfiniteQuery(notificationsQuery);
  const readAll = useReadAll();
  // A notification that got a new event between two requests is in two pages.
  const notifications = query.data && [
    ...new Map(
      query.data.pages.flatMap((page) => page.notifications).map((each) => [each.id, each]),
    ).values(),
  ];
  const newest = notifications?.[0]?.happenedAt;
  const hasUnread = notifications?.some(({ isRead }) => !isRead) ?? false;
  return (
    <Page title={m.notifications_title()} className="grid max-w-[720px] content-start gap-3">
      <OfflineStrip of={notificationsQuery.queryKey} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <LinkButton to={paths.notificationSettings} look="secondary" size="small">
          {m.notifications_settings()}
        </LinkButton>
        {hasUnread && newest !== undefined && (
          <Button
            look="secondary"
            size="small"
            isBusy={readAll.isPending}
            onClick={() => readAll.mutate(newest)}
          >
            {m.notifications_read_all()}
          </Button>
        )}
      </div>
      {!notifications && query.error && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!notifications && !query.error && <SkeletonPanels shapes={['h-20', 'h-20', 'h-20']} />}
      {notifications?.length === 0 && (
        <EmptyState title={m.notifications_none_title()} text={m.notifications_none_text()} />
      )}
      {notifications && notifications.length > 0 && (
        <>
          <ul role="list" className="grid gap-2">
            {notifications.map((notification) => (
              <li key={notification.id}>
                <NotificationRow notification={notification} />
              </li>
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button
              look="secondary"
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {m.notifications_more()}
            </Button>
          ) : (
            <p className="type-caption text-center text-ink-3">{m.notifications_kept()}</p>
          )}
        </>
      )}
      <Alert>{notifications && query.isFetchNextPageError && m.notifications_more_failed()}</Alert>
    </Page>
  );
}

const ICONS: Record<NotificationKind, LucideIcon> = {
  collection: LayoutGrid,
  vote_result: VoteIcon,
  vote_day: CalendarCheck,
  episode: Tv,
  closure: Store,
  membership: Ticket,
};

function NotificationRow({ notification }: { notification: Notification }) {
  const navigate = useNavigate();
  const read = useReadNotification();
  const now = useMinute();
  const { title, body } = notificationText(notification, getLocale());
  const Icon = ICONS[notification.kind];
  const open = () => {
    if (!notification.isRead) read.mutate(notification.id);
    void navigate({ href: notificationPath(notification) });
  };
  return (
    <button
      type="button"
      className="flex w-full items-start gap-3 rounded-card bg-surface p-4 text-left shadow-1 hover:bg-sunken"
      onClick={open}
    >
      <Icon className="mt-0.5 size-5 flex-none text-ink-2" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <b className="min-w-0 break-words">{title}</b>
          {!notification.isRead && (
            <span className="size-2 flex-none rounded-full bg-danger">
              <span className="sr-only">{m.notifications_new()}</span>
            </span>
          )}
        </span>
        <span className="type-sub mt-0.5 block break-words text-ink-2">{body}</span>
        <span className="type-caption numbers mt-1 block text-ink-3">
          {recentTime({ at: notification.happenedAt, now, zone: localZone() })}
        </span>
      </span>
    </button>
  );
}
