import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RadioTower } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import {
  countOfficialProvided,
  type OfficialList,
  provideOfficial,
  type Region,
  withdrawOfficial,
} from '#features/official-lists/official-lists.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { listNameOf } from './official-texts.ts';
import { RegionSelects } from './RegionSelects.tsx';

/** Provides all places of an official list in a region as recommended restaurants, or stops providing them. */
export function ProvideOfficial({ list }: { list: OfficialList }) {
  const [isOpen, setOpen] = useState(false);
  const name = listNameOf(list);
  return (
    <>
      <Button
        size="small"
        look="secondary"
        aria-label={m.official_provide_of({ name })}
        onClick={() => setOpen(true)}
      >
        <RadioTower aria-hidden="true" />
        {m.official_provide()}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={m.official_provide_of({ name })}>
        <Provide list={list} />
      </Dialog>
    </>
  );
}

function Provide({ list }: { list: OfficialList }) {
  const [region, setRegion] = useState<Region>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'official-provided', list, region],
    queryFn: ({ signal }) => call(countOfficialProvided, { params: { list }, querystring: region, signal }),
  });
  const provide = useParts({
    send: () => call(provideOfficial, { params: { list }, body: { ...region, memo: listNameOf(list) } }),
    sayDone: (count) => m.official_provided({ count }),
  });
  const withdraw = useParts({
    send: () => call(withdrawOfficial, { params: { list }, body: region }),
    sayDone: (count) => m.official_withdrawn({ count }),
  });
  const isBusy = provide.isPending || withdraw.isPending;
  const running = [provide, withdraw].find(({ isPending }) => isPending) ?? null;
  const left = data ? data.places - data.provided : 0;
  return (
    <div className="mt-3 grid gap-3">
      <RegionSelects list={list} region={region} isDisabled={isBusy} onChange={setRegion} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <p className="type-sub numbers text-ink-2">
          {left > 0
            ? m.official_provide_text({ places: numberOf(data.places), left: numberOf(left) })
            : m.official_provide_none()}
          {data.providedHere > 0 && ` ${m.official_provide_here({ count: numberOf(data.providedHere) })}`}
        </p>
      )}
      {running && (
        <div role="status" className="type-sub numbers grid gap-1">
          {m.official_provide_progress({ done: numberOf(running.done), total: numberOf(running.total) })}
          <progress
            className="w-full"
            aria-label={m.official_provide()}
            max={running.total}
            value={running.done}
          />
        </div>
      )}
      <Alert>{provide.failure ?? withdraw.failure}</Alert>
      {left > 0 && (
        <Button isBusy={provide.isPending} disabled={isBusy} onClick={() => provide.start(left)}>
          {m.official_provide_start({ count: left })}
        </Button>
      )}
      {data && data.providedHere > 0 && (
        <Button
          look="secondary"
          isBusy={withdraw.isPending}
          disabled={isBusy}
          onClick={() => withdraw.start(data.providedHere)}
        >
          {m.official_withdraw({ count: data.providedHere })}
        </Button>
      )}
    </div>
  );
}

/** Repeats a request until nothing is left, and counts the places. What was done before a failure stays. */
function useParts({
  send,
  sayDone,
}: {
  send: () => Promise<{ done: number; left: number }>;
  sayDone: (count: number) => string;
}) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const [total, setTotal] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wanted: number) => {
      setTotal(wanted);
      setDone(0);
      for (let sum = 0; ;) {
        const part = await send();
        sum += part.done;
        setDone(sum);
        if (part.left === 0) return sum;
      }
    },
    onSuccess: (count) => showToast(sayDone(count)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['admin'] }),
        queryClient.invalidateQueries({ queryKey: ['provided-restaurants'] }),
      ]),
  });
  const failure = error
    ? m.official_provide_stopped({ count: numberOf(done), message: messageOf(error) })
    : null;
  return { start: mutate, isPending, done, total, failure };
}
