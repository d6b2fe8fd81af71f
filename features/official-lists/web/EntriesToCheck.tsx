import { m } from '#messages';
import type { EntryToCheck } from '#features/official-lists/official-lists.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { Button } from '#web/ui/Button.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { useDecideEntry } from './official-lists.queries.ts';
import { listNameOf } from './official-texts.ts';

/** 확인 필요: the admin decides with one press which place an entry of an official list means. */
export function EntriesToCheck({ entries }: { entries: readonly EntryToCheck[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="official-to-check" className="grid gap-2">
      <h3 id="official-to-check" className="type-h3">
        {m.official_to_check()}
      </h3>
      <p className="type-sub text-ink-2">{m.official_to_check_text()}</p>
      <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry: { id, list, name, address, candidates } }: { entry: EntryToCheck }) {
  const { mutate: decide, isPending } = useDecideEntry();
  return (
    <li aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3.5">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <b className="type-body font-bold">{name}</b>
          <Pill kind="plain">{listNameOf(list)}</Pill>
        </p>
        <p className="type-sub text-ink-2">
          <NoWrap text={shortAddress(address)} />
        </p>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {candidates.map((place) => (
          <li key={place.placeId}>
            <button
              type="button"
              disabled={isPending}
              className="flex min-h-13 w-full flex-col justify-center rounded-inner bg-sunken px-3 py-2 text-left hover:bg-soft-press"
              onClick={() => decide({ entryId: id, placeId: place.placeId })}
            >
              <b className="type-sub">{place.name}</b>
              <span className="type-caption text-ink-2">
                <NoWrap text={[shortAddress(place.address), place.phoneNumber].filter(Boolean).join(' · ')} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button
        look="secondary"
        size="small"
        className="justify-self-start"
        isBusy={isPending}
        aria-label={m.official_none_of({ name })}
        onClick={() => decide({ entryId: id, placeId: null })}
      >
        {m.official_none()}
      </Button>
    </li>
  );
}
