import { m } from '#messages';
import { getRefreshReport, type Refresh } from '#features/place-data/place-data.contract.ts';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { failureText, nameOf } from './refresh-texts.ts';

const STARTED_BY: Record<Refresh['startedBy'], () => string> = {
  admin: m.place_data_by_admin,
  command: m.place_data_by_command,
  schedule: m.place_data_by_schedule,
  upload: m.place_data_by_upload,
};

/** The last five tasks with their counts, or the reason of their failure. */
export function EndedRefreshes({ refreshes }: { refreshes: readonly Refresh[] }) {
  return (
    <section aria-labelledby="place-data-history" className="grid gap-2">
      <h3 id="place-data-history" className="type-h3">
        {m.place_data_history()}
      </h3>
      {refreshes.length === 0 ? (
        <p className="type-body text-ink-2">{m.place_data_history_none()}</p>
      ) : (
        <ol className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
          {refreshes.map((refresh) => (
            <EndedRefresh key={refresh.id} refresh={refresh} />
          ))}
        </ol>
      )}
    </section>
  );
}

function EndedRefresh({ refresh }: { refresh: Refresh }) {
  const { state, files, startedBy, finishedAt } = refresh;
  const sum = (key: 'rows' | 'added' | 'changed' | 'refused') =>
    numberOf(files.reduce((total, file) => total + file[key], 0));
  const failure = failureText(refresh);
  return (
    <li className="grid gap-1 py-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <b className="type-body font-bold">{nameOf(refresh)}</b>
        {state === 'done' && <Pill kind="done">{m.place_data_state_done()}</Pill>}
        {state === 'stopped' && <Pill kind="plain">{m.place_data_state_stopped()}</Pill>}
        {state === 'failed' && <Pill kind="danger">{m.place_data_state_failed()}</Pill>}
      </div>
      {failure && (
        <p className="type-sub text-danger">
          {failure} {files.length === 0 && m.place_data_kept()}
        </p>
      )}
      {files.length > 0 && (
        <p className="type-sub numbers">
          <NoWrap
            text={m.place_data_counts({
              rows: sum('rows'),
              added: sum('added'),
              changed: sum('changed'),
              refused: sum('refused'),
            })}
          />
        </p>
      )}
      {files.some(({ refused }) => refused > 0) && (
        <a
          className="link type-sub justify-self-start"
          href={getRefreshReport.url.replace(':refreshId', refresh.id)}
          download
          aria-label={m.place_data_report_of({ name: nameOf(refresh) })}
        >
          {m.place_data_report()}
        </a>
      )}
      <p className="type-caption numbers text-ink-3">
        <NoWrap
          text={[
            STARTED_BY[startedBy](),
            finishedAt !== null && dateOf(finishedAt, { zone: KOREA, as: 'dayTime' }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      </p>
    </li>
  );
}
