import { useInfiniteQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { auditLogQuery } from '../admin.queries.ts';
import { MoreButton } from '#web/admin/MoreButton.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { AuditLogItem } from './AuditLogItem.tsx';

export function LogSection() {
  const query = useInfiniteQuery(auditLogQuery);
  return (
    <>
      <QueryResult query={query}>
        {({ pages }) => {
          const acts = pages.flatMap((page) => page.acts);
          if (acts.length === 0) return <EmptyState title={m.admin_no_acts()} text={m.admin_log_text()} />;
          return (
            <ol className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
              {acts.map((act) => (
                <AuditLogItem key={act.id} act={act} />
              ))}
            </ol>
          );
        }}
      </QueryResult>
      <MoreButton query={query} />
    </>
  );
}
