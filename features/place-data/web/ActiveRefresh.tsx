import { m } from '#messages';
import type { Refresh } from '#features/place-data/place-data.contract.ts';
import { remainingMs } from '#features/place-data/place-data.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { useStopRefresh } from './place-data.queries.ts';
import { megabytesOf, nameOf, remainingText, stepText } from './refresh-texts.ts';

export function ActiveRefresh({ refresh, now }: { refresh: Refresh; now: number }) {
  const { mutate: stop, isPending, isSuccess } = useStopRefresh();
  const { done, total, step } = refresh;
  const name = nameOf(refresh);
  return (
    <li aria-label={name} className="grid gap-2 py-3.5">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <div className="grid min-w-0 flex-[1_1_10rem] gap-0.5">
          <b className="type-body font-bold">{name}</b>
          <p role="status" className="type-sub text-ink-2">
            {isSuccess ? m.place_data_stopping() : stepText(refresh)}
          </p>
        </div>
        <Button
          size="small"
          look="secondary"
          isBusy={isPending || isSuccess}
          aria-label={m.place_data_stop_of({ name })}
          onClick={() => stop(refresh.id)}
        >
          {m.place_data_stop()}
        </Button>
      </div>
      {refresh.state === 'running' && (
        <>
          {/* A step without a known end has no value, so the bar shows only that something is happening. */}
          <progress
            className="w-full"
            aria-label={stepText(refresh)}
            max={total || 1}
            value={total > 0 ? done : undefined}
          />
          {step !== 'pausing' && (
            <p className="type-caption numbers text-ink-2">
              <NoWrap text={progressText(refresh, now)} />
            </p>
          )}
        </>
      )}
    </li>
  );
}

function progressText(refresh: Refresh, now: number): string {
  const { step, done, total, rows } = refresh;
  const remaining = remainingMs({ ...refresh, now });
  const isInBytes = step === 'downloading' || step === 'importing';
  return [
    isInBytes &&
      done > 0 &&
      (total > 0
        ? m.place_data_progress({ done: megabytesOf(done), total: megabytesOf(total) })
        : m.place_data_progress_open({ done: megabytesOf(done) })),
    rows > 0 && m.place_data_progress_rows({ rows: numberOf(rows) }),
    remaining !== null && remainingText(remaining),
  ]
    .filter(Boolean)
    .join(' · ');
}
