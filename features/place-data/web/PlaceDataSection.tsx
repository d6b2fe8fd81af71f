import { useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { m } from '#messages';
import type { PlaceData, Refresh } from '#features/place-data/place-data.contract.ts';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { ActiveRefresh } from './ActiveRefresh.tsx';
import { EndedRefreshes } from './EndedRefreshes.tsx';
import { isActive, placeDataQuery, useStartRefresh } from './place-data.queries.ts';
import { OfficialListsPanel } from './OfficialListsPanel.tsx';
import { failureText, megabytesOf, nameOf } from './refresh-texts.ts';
import { UploadRegister } from './UploadRegister.tsx';

/** 장소 데이터: download and import of the licence register. */
export function PlaceDataSection() {
  const { data, error, refetch } = useQuery(placeDataQuery);
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonTickets />;
  }
  // The refresh that runs comes before those that wait.
  const active = data.refreshes.filter(isActive).reverse();
  const ended = data.refreshes.filter((refresh) => !isActive(refresh));
  const [latest] = ended;
  return (
    <>
      <p className="type-body text-ink-2">{m.place_data_intro()}</p>
      {/* The progress on screen stays as it was when the last request was answered. */}
      <Alert>{error && messageOf(error)}</Alert>
      {active.length === 0 && <Alert>{alertText(data, latest)}</Alert>}
      {active.length > 0 && (
        <section aria-labelledby="place-data-now" className="grid gap-2">
          <h3 id="place-data-now" className="type-h3">
            {m.place_data_now()}
          </h3>
          <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
            {active.map((refresh) => (
              <ActiveRefresh key={refresh.id} refresh={refresh} now={data.now} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="place-data-provinces" className="grid gap-2">
        <h3 id="place-data-provinces" className="type-h3">
          {m.place_data_provinces()}
        </h3>
        <Provinces data={data} />
      </section>
      <UploadRegister />
      <OfficialListsPanel busy={new Set(active.map(({ list }) => list))} latest={latest} />
      <EndedRefreshes refreshes={ended} />
      <p className="type-caption text-ink-3">{m.place_data_source()}</p>
    </>
  );
}

/** The last failure, because its row is below the list of provinces. */
function alertText({ hasOnlyExamples }: PlaceData, latest: Refresh | undefined): string | null {
  const failure = latest && failureText(latest);
  if (failure) return `${nameOf(latest)} · ${failure}`;
  return hasOnlyExamples ? m.place_data_only_examples() : null;
}

function Provinces({ data: { provinces, refreshes } }: { data: PlaceData }) {
  const { mutate: start } = useStartRefresh();
  const busy = new Set(refreshes.filter(isActive).map(({ province }) => province));
  return (
    <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
      {provinces.map(({ code, name, rows, bytes, refreshedAt, isScheduled }) => (
        <li key={code} aria-label={name} className="flex flex-wrap items-center justify-end gap-3 py-3">
          <div className="grid min-w-0 flex-[1_1_10rem] gap-0.5">
            <div className="flex flex-wrap items-center gap-2">
              <b className="type-body font-bold">{name}</b>
              {isScheduled && <Pill kind="plain">{m.place_data_scheduled()}</Pill>}
            </div>
            <p className="type-caption numbers text-ink-2">
              <NoWrap
                text={
                  rows === null || refreshedAt === null
                    ? m.place_data_none()
                    : [
                        m.place_data_rows({ rows: numberOf(rows) }),
                        m.place_data_size({ megabytes: megabytesOf(bytes ?? 0) }),
                        m.place_data_updated({ time: dateOf(refreshedAt, { zone: KOREA, as: 'dayTime' }) }),
                      ].join(' · ')
                }
              />
            </p>
          </div>
          <Button
            size="small"
            look={rows === null ? 'soft' : 'secondary'}
            isBusy={busy.has(code)}
            aria-label={rows === null ? m.place_data_download_of({ name }) : m.place_data_update_of({ name })}
            onClick={() => start(code)}
          >
            {rows === null ? <Download aria-hidden="true" /> : <RefreshCw aria-hidden="true" />}
            {rows === null ? m.place_data_download() : m.place_data_update()}
          </Button>
        </li>
      ))}
    </ul>
  );
}
