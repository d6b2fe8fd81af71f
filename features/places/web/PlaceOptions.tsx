import { MapPinPlus } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { distanceOf } from '#web/format/distance.ts';
import { numberOf } from '#web/number-of.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { classes } from '#web/ui/classes.ts';
import { ComboboxOption, type useCombobox } from '#web/ui/combobox.tsx';
import { Marked } from '#web/ui/Marked.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { ClosedPill } from './ClosedPill.tsx';
import type { PlaceResults } from './use-place-results.ts';

/** Shows what another feature knows about a result. It gets all results, so that it can request them together. */
export type PlaceBadge = ComponentType<{ placeId: string; placeIds: readonly string[] }>;

/**
 * The results of a search, and below them the option 지도에서 직접 찍기.
 * @param onChoose called with the position of the result; the last position is the option below the results
 */
export function PlaceOptions({
  results: { suggestions, hold, asked, isWaiting, hasNothing },
  combobox: { active, optionId, list },
  isOwned,
  Badge,
  byHandLabel,
  onChoose,
}: {
  results: PlaceResults;
  combobox: ReturnType<typeof useCombobox>;
  isOwned: (placeId: string) => boolean;
  Badge: PlaceBadge | undefined;
  byHandLabel: string | undefined;
  onChoose: (at: number) => void;
}) {
  const byHandAt = suggestions.length;
  /** Results that assume a typing mistake are shown below their own heading. */
  const guessesFrom = suggestions.findIndex(({ isGuess }) => isGuess);
  const placeIds = suggestions.map(({ placeId }) => placeId);
  return (
    <ul
      {...list}
      aria-label={m.places_search_results()}
      {...hold}
      className="overflow-hidden rounded-card bg-raised shadow-2"
    >
      {suggestions.map((suggestion, at) => (
        <Fragment key={suggestion.placeId}>
          {at === guessesFrom && (
            <li role="presentation" className="type-caption bg-sunken px-4 py-2 font-semibold text-ink-2">
              {m.places_guess()}
            </li>
          )}
          <Option id={optionId(at)} isActive={at === active} onPick={() => onChoose(at)}>
            {suggestion.isGuess && <span className="sr-only">{m.places_guess()}</span>}
            <Suggestion
              suggestion={suggestion}
              isOwned={isOwned(suggestion.placeId)}
              badge={
                suggestion.dish ? (
                  <Pill kind="plain">
                    {m.places_dish({ name: suggestion.dish.name, price: numberOf(suggestion.dish.price) })}
                  </Pill>
                ) : (
                  Badge && <Badge placeId={suggestion.placeId} placeIds={placeIds} />
                )
              }
            />
          </Option>
        </Fragment>
      ))}
      <Option
        id={optionId(byHandAt)}
        isActive={byHandAt === active && !isWaiting}
        onPick={() => onChoose(byHandAt)}
        isFoot
      >
        <ByHand unknown={hasNothing ? asked : null} label={byHandLabel} />
      </Option>
    </ul>
  );
}

function Option({ isFoot = false, ...option }: OptionProps) {
  return (
    <ComboboxOption
      {...option}
      className={classes('flex-wrap py-2.5', isFoot ? 'min-h-12 bg-sunken' : 'min-h-15')}
    />
  );
}

type OptionProps = {
  id: string;
  isActive: boolean;
  isFoot?: boolean;
  onPick: () => void;
  children: ReactNode;
};

function Suggestion({
  suggestion,
  isOwned,
  badge,
}: {
  suggestion: PlaceSuggestion;
  isOwned: boolean;
  badge: ReactNode;
}) {
  const { name, nameMatches, address, categoryId, distanceMetres, isExample, businessStatus } = suggestion;
  const { kindOf } = useCategories();
  const hasClosed = businessStatus !== null && businessStatus !== 'operational';
  return (
    <>
      <CategoryIcon categoryId={categoryId} className="size-5 flex-none text-ink-2" />
      <span className="min-w-0 flex-[1_1_5.5rem]">
        <span className="flex flex-wrap items-center gap-x-2 text-[1rem] leading-[1.375rem] font-semibold">
          <span className={hasClosed ? 'text-ink-3' : undefined}>
            <Marked text={name} ranges={nameMatches} />
          </span>
          <ClosedPill status={businessStatus} />
          {isExample && <Pill kind="plain">{m.places_example()}</Pill>}
          {badge}
        </span>
        <span className="type-caption block text-ink-3">
          <NoWrap text={[kindOf(suggestion), shortAddress(address)].filter(Boolean).join(' · ')} />
        </span>
      </span>
      <span className="type-caption numbers ml-auto flex flex-none flex-col items-end gap-1 text-ink-3">
        {isOwned && <Pill kind="done">{m.places_owned()}</Pill>}
        {distanceMetres !== null && <span>{distanceOf(distanceMetres)}</span>}
      </span>
    </>
  );
}

/** @param unknown the typed text if no place was found for it */
function ByHand({ unknown, label }: { unknown: string | null; label: string | undefined }) {
  return (
    <>
      <MapPinPlus className="size-5 flex-none text-ink-2" aria-hidden="true" />
      <span className="type-caption min-w-0 flex-[1_1_5rem] text-ink-2">
        {unknown !== null ? m.places_search_none({ typed: unknown }) : m.places_by_hand_question()}
      </span>
      <span className="type-caption font-bold text-brand-text underline underline-offset-3">
        {label ?? (unknown !== null ? m.places_add_typed({ typed: unknown }) : m.places_by_hand())}
      </span>
    </>
  );
}
