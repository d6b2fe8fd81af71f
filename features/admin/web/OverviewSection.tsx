import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import type { AdminCounts } from '#features/admin/admin.contract.ts';
import { placeDataQuery } from '#features/place-data/web/place-data.public.ts';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import type { AdminSection } from './admin-sections.ts';
import { auditLogQuery, countsQuery } from './admin.queries.ts';
import { Facts } from '#web/admin/Facts.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { AuditLogItem } from './log/AuditLogItem.tsx';

const LATEST = 5;

export function OverviewSection() {
  const counts = useQuery(countsQuery);
  const acts = useInfiniteQuery(auditLogQuery);
  return (
    <>
      <QueryResult query={counts}>
        {(data) => (
          <>
            <BackupAlert lastBackup={data.lastBackup} />
            <OnlyExamplesAlert />
            <Tiles counts={data} />
          </>
        )}
      </QueryResult>
      <section aria-labelledby="latest-acts" className="rounded-card bg-surface p-5 shadow-1">
        <h3 id="latest-acts" className="type-h3 mb-2">
          {m.admin_latest_acts()}
        </h3>
        <QueryResult query={acts}>
          {({ pages }) => {
            const latest = pages.flatMap((page) => page.acts).slice(0, LATEST);
            if (latest.length === 0) return <p className="type-body text-ink-2">{m.admin_no_acts()}</p>;
            return (
              <ol className="divide-y divide-line">
                {latest.map((act) => (
                  <AuditLogItem key={act.id} act={act} />
                ))}
              </ol>
            );
          }}
        </QueryResult>
      </section>
    </>
  );
}

/** Says that the last backup failed, or that photos were missing in it. */
function BackupAlert({ lastBackup }: Pick<AdminCounts, 'lastBackup'>) {
  if (lastBackup === null || (lastBackup.isComplete && lastBackup.missingFiles === 0)) return null;
  const { endedAt, isComplete, missingFiles: count } = lastBackup;
  return (
    <Alert>
      {[
        !isComplete && m.admin_backup_failed({ time: dateOf(endedAt, { zone: KOREA, as: 'dayTime' }) }),
        count > 0 && m.admin_backup_missing({ count: numberOf(count) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  );
}

/** Says that members find only example places, and leads to the download. */
function OnlyExamplesAlert() {
  const { data } = useQuery(placeDataQuery);
  if (!data?.hasOnlyExamples) return null;
  return (
    <Alert>
      {m.place_data_only_examples_admin()}{' '}
      <Link to={paths.admin} params={{ section: 'place-data' }} className="underline underline-offset-3">
        {m.place_data_open()}
      </Link>
    </Alert>
  );
}

function Tiles({ counts }: { counts: AdminCounts }) {
  const { members, places, links, reviews, unresolvedReports, deletionRequests, sources } = counts;
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Tile section="reviews" label={m.admin_count_pending()} value={reviews.pending} isWaiting />
      <Tile
        section="reviews"
        view="reported"
        label={m.admin_count_reports()}
        value={unresolvedReports}
        isWaiting
      />
      <Tile section="leaving" label={m.admin_count_deletions()} value={deletionRequests} isWaiting />
      <Tile
        section="provided"
        view="private"
        label={m.admin_count_private()}
        value={places.private}
        note={m.admin_count_private_note()}
      />
      <Tile
        section="people"
        label={m.admin_count_members()}
        value={members.free + members.paid}
        note={m.admin_count_members_note({ free: numberOf(members.free), paid: numberOf(members.paid) })}
      />
      <Tile
        section="provided"
        label={m.admin_count_provided()}
        value={places.provided}
        note={m.admin_count_provided_note({ total: numberOf(places.total), links: numberOf(links) })}
      />
      <Tile section="sources" label={m.admin_count_sources()} value={sources} />
      <Tile section="reviews" view="approved" label={m.admin_count_reviews()} value={reviews.total} />
    </ul>
  );
}

function Tile({
  section,
  view,
  label,
  value,
  note,
  isWaiting = false,
}: {
  section: AdminSection;
  view?: string;
  label: string;
  value: number;
  note?: string;
  /** Whether the counted objects need an action of the admin. */
  isWaiting?: boolean;
}) {
  return (
    <li>
      <Link
        to={paths.admin}
        params={{ section }}
        search={view === undefined ? {} : { view }}
        className="grid h-full content-start gap-1 rounded-card bg-surface p-4 shadow-1 hover:bg-sunken"
      >
        <span className="type-sub font-semibold text-ink-2">{label}</span>
        <span className={`type-h1 numbers ${isWaiting && value > 0 ? 'text-brand-text' : ''}`}>
          {numberOf(value)}
        </span>
        {note && <Facts className="type-caption text-ink-3" facts={note.split(' · ')} />}
      </Link>
    </li>
  );
}
