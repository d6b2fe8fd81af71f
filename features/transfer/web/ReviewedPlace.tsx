import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { ClosedPill } from '#features/places/web/places.public.ts';
import type { Candidate } from '#features/transfer/imports.contract.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { Option } from './Option.tsx';

/** The state of the search for a place. */
type SearchState = 'searching' | 'failed' | 'offline' | 'saved' | 'certain' | 'choose' | 'none';

/** A place of the index, or the place as it was written. */
export type Choice<Found> = { from: 'maps'; place: Found } | { from: 'hand' };

type Written = { name: string; address: string };

const PILLS: Record<
  SearchState | 'chosen',
  { kind: 'plain' | 'done' | 'ink' | 'danger'; label: () => string }
> = {
  searching: { kind: 'plain', label: m.transfer_looking },
  failed: { kind: 'danger', label: m.transfer_failed },
  offline: { kind: 'plain', label: m.transfer_offline },
  saved: { kind: 'plain', label: m.transfer_already },
  chosen: { kind: 'done', label: m.transfer_chosen },
  certain: { kind: 'done', label: m.transfer_certain },
  choose: { kind: 'ink', label: m.transfer_choose },
  none: { kind: 'danger', label: m.transfer_none },
};

type Props<Found> = {
  written: Written;
  /** Text that is shown if there is no address. */
  where: string;
  state: SearchState;
  /** Id of the saved restaurant, if the place is in my list. */
  savedId: string | null;
  candidates: readonly Found[];
  /** What the member chose; null if the member chose nothing. */
  choice: Choice<Found> | null;
  /** What would be saved; null while the member must choose. */
  target: Choice<Found> | null;
  /** Whether the place can be saved with the name and address that the file or the pasted text contains. */
  byHand: boolean;
  texts: { writtenAs: (given: { name: string }) => string; byHand: string };
  onChoose: (choice: Choice<Found>) => void;
  onCorrect: (written: Written) => void;
  /** Element that is shown before the name. */
  tick?: ReactNode;
  /** Element that is shown while the place is being corrected. */
  more?: ReactNode;
  /** Element that is shown below the name. */
  children?: ReactNode;
};

/**
 * A pasted or imported place: its state, the candidates to choose from, and the text as written, which can be
 * corrected.
 */
export function ReviewedPlace<Found extends Candidate>({
  written,
  where,
  state,
  savedId,
  candidates,
  choice,
  target,
  byHand,
  texts,
  onChoose,
  onCorrect,
  tick,
  more,
  children,
}: Props<Found>) {
  const [isEditing, setEditing] = useState(false);
  const headingId = useId();
  const name = written.name || m.transfer_nameless();
  const shown = target?.from === 'maps' ? target.place : written;
  const address = shortAddress(shown.address);
  const needsChoice = state === 'choose' || state === 'none' || state === 'offline';
  const pill = PILLS[choice && (needsChoice || state === 'certain') ? 'chosen' : state];
  return (
    // Screen readers announce the name and the state when the focus enters the group.
    <div
      role="group"
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card bg-surface p-3 shadow-1"
    >
      <div className="flex items-start gap-3" data-row-header>
        {tick}
        <div className="min-w-0 flex-1">
          <h3 id={headingId} className="type-h3 flex flex-wrap items-center gap-x-2 break-words">
            <span className="min-w-0 break-words">{shown.name || name}</span>
            {/* While the member corrects the place, screen readers announce the result of each search. */}
            <span role={isEditing ? 'status' : undefined}>
              <Pill kind={pill.kind}>{pill.label()}</Pill>
            </span>
          </h3>
          <p className={classes('type-caption text-ink-2', address === '' ? 'truncate' : 'break-words')}>
            <NoWrap text={address || where} />
          </p>
          {shown.name !== written.name && written.name !== '' && (
            <p className="type-caption break-words text-ink-3">{texts.writtenAs({ name: written.name })}</p>
          )}
          {children}
        </div>
        <IconButton
          className="-my-1.5 -mr-1.5"
          label={m.transfer_edit({ name })}
          aria-expanded={isEditing}
          onClick={() => setEditing(!isEditing)}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      </div>
      {savedId !== null && (
        <Link
          to={paths.restaurant}
          params={{ restaurantId: savedId }}
          className="link type-sub inline-flex min-h-11 items-center justify-self-start"
        >
          {m.transfer_see()}
        </Link>
      )}
      {(needsChoice || (isEditing && state === 'certain')) && (
        <Choices
          legend={m.transfer_candidates({ name })}
          candidates={candidates}
          chosen={choice ?? target}
          byHandText={byHand ? texts.byHand : m.transfer_by_hand_missing()}
          onChoose={(chosen) => {
            onChoose(chosen);
            if (chosen.from === 'hand' && !byHand) setEditing(true);
          }}
        />
      )}
      {isEditing && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-3">
          <Correction written={written} onCorrect={onCorrect} />
          {more}
        </div>
      )}
    </div>
  );
}

/** Options for the candidates, and for the place as it was written. */
function Choices<Found extends Candidate>({
  legend,
  candidates,
  chosen,
  byHandText,
  onChoose,
}: {
  legend: string;
  candidates: readonly Found[];
  chosen: Choice<Found> | null;
  byHandText: string;
  onChoose: (choice: Choice<Found>) => void;
}) {
  const group = useId();
  const { kindOf } = useCategories();
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="sr-only">{legend}</legend>
      {candidates.map((place) => (
        <Option
          key={place.placeId}
          group={group}
          isChosen={chosen?.from === 'maps' && chosen.place.placeId === place.placeId}
          onChoose={() => onChoose({ from: 'maps', place })}
          name={
            <>
              {place.name}
              <ClosedPill status={place.businessStatus} />
            </>
          }
          text={[kindOf(place), shortAddress(place.address)].filter(Boolean).join(' · ')}
        />
      ))}
      <Option
        group={group}
        isChosen={chosen?.from === 'hand'}
        onChoose={() => onChoose({ from: 'hand' })}
        name={candidates.length > 0 ? m.transfer_by_hand_instead() : m.transfer_by_hand()}
        text={byHandText}
      />
    </fieldset>
  );
}

/**
 * Fields for the name and the address as they were written. When a changed field loses the focus, the search runs
 * again.
 */
function Correction({ written, onCorrect }: { written: Written; onCorrect: (written: Written) => void }) {
  const [name, setName] = useState(written.name);
  const [address, setAddress] = useState(written.address);
  const apply = () => {
    const changed = { name: name.trim(), address: address.trim() };
    if (changed.name !== written.name || changed.address !== written.address) onCorrect(changed);
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field label={m.transfer_name()}>
        <TextInput
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={apply}
        />
      </Field>
      <Field label={m.transfer_address()}>
        <TextInput
          value={address}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setAddress(event.currentTarget.value)}
          onBlur={apply}
        />
      </Field>
      <Button type="submit" look="soft" size="small" className="justify-self-start">
        {m.transfer_search_again()}
      </Button>
    </form>
  );
}
