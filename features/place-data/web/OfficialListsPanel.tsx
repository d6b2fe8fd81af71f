import { useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import {
  getUnmatchedEntries,
  type OfficialListState,
} from '#features/official-lists/official-lists.contract.ts';
import {
  EntriesToCheck,
  listNameOf,
  officialListsQuery,
  ProvideOfficial,
} from '#features/official-lists/web/official-lists-admin.public.ts';
import { DOWNLOADED_LISTS, type Refresh } from '#features/place-data/place-data.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { useStartListRefresh } from './place-data.queries.ts';
import { UploadRegister } from './UploadRegister.tsx';

/** 공공 목록: the official lists with their counts, and the entries that the admin decides. */
export function OfficialListsPanel({
  busy,
  latest,
}: {
  /** The lists that are being refreshed. */
  busy: ReadonlySet<Refresh['list']>;
  /** The last refresh that ended. */
  latest: Refresh | undefined;
}) {
  const { data, error, refetch } = useQuery(officialListsQuery(latest?.id));
  if (!data) return error && <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <section aria-labelledby="official-lists" className="grid gap-2">
        <h3 id="official-lists" className="type-h3">
          {m.official_lists()}
        </h3>
        <p className="type-sub text-ink-2">{m.official_lists_text()}</p>
        <Alert>{error && messageOf(error)}</Alert>
        <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
          {data.lists.map((state) => (
            <ListRow key={state.list} state={state} isBusy={busy.has(state.list)} />
          ))}
        </ul>
        <p className="type-caption text-ink-3">{m.official_source()}</p>
      </section>
      <EntriesToCheck entries={data.toCheck} />
    </>
  );
}

function ListRow({ state, isBusy }: { state: OfficialListState; isBusy: boolean }) {
  const { mutate: start } = useStartListRefresh();
  const { list, rows, refreshedAt, matched, toCheck, unmatched, left } = state;
  const name = listNameOf(list);
  const downloaded = DOWNLOADED_LISTS.find((each) => each === list);
  return (
    <li aria-label={name} className="flex flex-wrap items-center justify-end gap-3 py-3">
      <div className="grid min-w-0 flex-[1_1_10rem] gap-0.5">
        <b className="type-body font-bold">{name}</b>
        {rows === null || refreshedAt === null ? (
          <p className="type-caption text-ink-2">{m.place_data_none()}</p>
        ) : (
          <>
            <p className="type-caption numbers text-ink-2">
              <NoWrap
                text={m.official_counts({
                  matched: numberOf(matched),
                  toCheck: numberOf(toCheck),
                  unmatched: numberOf(unmatched),
                  left: numberOf(left),
                })}
              />
            </p>
            <p className="type-caption numbers text-ink-2">
              <NoWrap
                text={[
                  m.place_data_progress_rows({ rows: numberOf(rows) }),
                  m.place_data_updated({ time: dateOf(refreshedAt, { zone: KOREA, as: 'dayTime' }) }),
                ].join(' · ')}
              />
            </p>
          </>
        )}
      </div>
      {unmatched + toCheck > 0 && (
        <a
          className="link type-sub inline-flex min-h-11 items-center"
          href={getUnmatchedEntries.url.replace(':list', list)}
          download
          aria-label={m.official_unmatched_file_of({ name })}
        >
          {m.official_unmatched_file()}
        </a>
      )}
      {matched > 0 && <ProvideOfficial list={list} />}
      {downloaded ? (
        <Button
          size="small"
          look={rows === null ? 'soft' : 'secondary'}
          isBusy={isBusy}
          aria-label={rows === null ? m.place_data_download_of({ name }) : m.place_data_update_of({ name })}
          onClick={() => start(downloaded)}
        >
          {rows === null ? <Download aria-hidden="true" /> : <RefreshCw aria-hidden="true" />}
          {rows === null ? m.place_data_download() : m.place_data_update()}
        </Button>
      ) : (
        <UploadRegister list={list} />
      )}
    </li>
  );
}
