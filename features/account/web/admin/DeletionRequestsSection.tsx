import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { deletionRequestsQuery } from './people.queries.ts';
import { Facts } from '#web/admin/Facts.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';

export function DeletionRequestsSection() {
  const query = useQuery(deletionRequestsQuery);
  return (
    <QueryResult query={query}>
      {({ requests, hasMore }) => {
        if (requests.length === 0)
          return <EmptyState title={m.admin_deletions_none()} text={m.admin_deletions_text()} />;
        return (
          <>
            <p className="type-sub text-ink-2">{m.admin_deletions_text()}</p>
            <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
              {requests.map(({ uid, nickname, email, reason, requestedAt, dueAt }) => (
                <li key={uid} className="grid gap-1 py-3.5">
                  <b className="type-body font-bold">{nickname || email}</b>
                  <p className="type-caption wrap-anywhere text-ink-2">{email}</p>
                  <Facts
                    className="type-caption text-ink-3"
                    facts={m
                      .admin_deletions_when({
                        asked: dateOf(requestedAt, { zone: localZone(), as: 'dateTime' }),
                        due: dateOf(dueAt, { zone: localZone(), as: 'dateTime' }),
                      })
                      .split(' · ')}
                  />
                  <p className="type-body whitespace-pre-line">
                    {reason || <span className="text-ink-3">{m.admin_deletions_no_reason()}</span>}
                  </p>
                </li>
              ))}
            </ul>
            {hasMore && <p className="type-sub text-ink-2">{m.admin_deletions_more()}</p>}
          </>
        );
      }}
    </QueryResult>
  );
}
