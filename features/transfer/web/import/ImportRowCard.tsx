import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { ClosedPill } from '#features/places/web/places.public.ts';
import { canSaveByHand, targetOf } from '#features/transfer/import-rows.rules.ts';
import type { ImportRow, RowChange } from '#features/transfer/imports.contract.ts';
import { paths } from '#web/paths.ts';
import { problemMessage } from '#web/problem-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxSquare } from '#web/ui/Checkbox.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SourceIcon } from '#web/ui/SourceIcon.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type Change = Omit<RowChange, 'position'>;

/** One imported place: its state, the candidates to choose from, and what was imported, to correct. */
export function ImportRowCard({
  row,
  isTicked,
  onChange,
  onTick,
}: {
  row: ImportRow;
  isTicked: boolean;
  onChange: (change: Change) => void;
  onTick: (isChecked: boolean) => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const { place, match, choice, fields } = row;
  const target = targetOf(row);
  const name = place.name || m.transfer_nameless();
  const shown = target?.from === 'maps' ? target.place : place;
  const state = match?.state;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card bg-surface p-3 shadow-1">
      <div className="flex items-start gap-3">
        <label className="-m-2.5 grid size-11 flex-none place-items-center">
          <span className="sr-only">{m.transfer_tick({ name })}</span>
          <CheckboxSquare
            checked={isTicked}
            disabled={target === null}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        </label>
        <div className="min-w-0 flex-1">
          <h3 className="type-h3 flex flex-wrap items-center gap-x-2 break-words">
            {shown.name || name}
            <StatePill row={row} />
          </h3>
          <p className="type-caption break-words text-ink-2">
            <NoWrap text={shortAddress(shown.address) || pointText(place) || place.link} />
          </p>
          {target?.from === 'maps' && target.place.name !== place.name && place.name !== '' && (
            <p className="type-caption text-ink-3">{m.transfer_imported_as({ name: place.name })}</p>
          )}
          {fields.sourceMemo !== '' && (
            <p className="type-caption flex items-center gap-1.5 text-ink-2">
              <SourceIcon kind={fields.sourceKind} className="size-4 flex-none" />
              <span className="truncate">{fields.sourceMemo}</span>
            </p>
          )}
          {fields.customTags.length > 0 && (
            <p className="mt-1 flex flex-wrap gap-1">
              {fields.customTags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </p>
          )}
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
      {row.problem !== null && (
        <p role="alert" className="type-caption font-semibold text-danger">
          {problemMessage(row.problem)?.({ limit: '', name }) ?? m.problem_server_failed()}
        </p>
      )}
      {state === 'saved' && match?.restaurantId != null && (
        <Link
          to={paths.restaurant}
          params={{ restaurantId: match.restaurantId }}
          className="link type-sub inline-flex min-h-11 items-center justify-self-start"
        >
          {m.transfer_see()}
        </Link>
      )}
      {(state === 'choose' || state === 'none' || (isEditing && state === 'certain')) && (
        <Choices
          row={row}
          chosen={choice ?? target}
          onChoose={(chosen) => {
            onChange({ choice: chosen, isChecked: true });
            if (chosen.from === 'hand' && !canSaveByHand(place)) setEditing(true);
          }}
        />
      )}
      {isEditing && <EditPlace row={row} onChange={onChange} />}
    </div>
  );
}

const pointText = ({ coordinates }: ImportRow['place']): string =>
  coordinates ? `${coordinates.lat.toFixed(5)}, ${coordinates.lng.toFixed(5)}` : '';

function StatePill({ row: { match, choice } }: { row: ImportRow }) {
  if (match === null) return <Pill kind="plain">{m.transfer_looking()}</Pill>;
  if (match.state === 'saved') return <Pill kind="plain">{m.transfer_already()}</Pill>;
  if (choice !== null) return <Pill kind="done">{m.transfer_chosen()}</Pill>;
  if (match.state === 'certain') return <Pill kind="done">{m.transfer_certain()}</Pill>;
  if (match.state === 'choose') return <Pill kind="todo">{m.transfer_choose()}</Pill>;
  return <Pill kind="danger">{m.transfer_none()}</Pill>;
}

/** The candidates, and the place as it was imported. */
function Choices({
  row: { place, match },
  chosen,
  onChoose,
}: {
  row: ImportRow;
  chosen: ImportRow['choice'];
  onChoose: (choice: NonNullable<ImportRow['choice']>) => void;
}) {
  const group = useId();
  const candidates = match?.candidates ?? [];
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="sr-only">
        {m.transfer_candidates({ name: place.name || m.transfer_nameless() })}
      </legend>
      {candidates.map((candidate) => (
        <Option
          key={candidate.placeId}
          group={group}
          isChosen={chosen?.from === 'maps' && chosen.place.placeId === candidate.placeId}
          onChoose={() => onChoose({ from: 'maps', place: candidate })}
          name={
            <>
              {candidate.name}
              <ClosedPill status={candidate.businessStatus} />
            </>
          }
          text={[candidate.kind, shortAddress(candidate.address)].filter(Boolean).join(' · ')}
        />
      ))}
      <Option
        group={group}
        isChosen={chosen?.from === 'hand'}
        onChoose={() => onChoose({ from: 'hand' })}
        name={candidates.length > 0 ? m.transfer_by_hand_instead() : m.transfer_by_hand()}
        text={canSaveByHand(place) ? m.transfer_import_by_hand_text() : m.transfer_by_hand_missing()}
      />
    </fieldset>
  );
}

function Option({
  group,
  isChosen,
  onChoose,
  name,
  text,
}: {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  name: ReactNode;
  text: string;
}) {
  return (
    <label
      className={classes(
        'grid min-h-13 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-inner bg-sunken px-3 py-2',
        isChosen && 'inset-ring-2 inset-ring-ink',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="row-span-2 size-5 accent-brand"
      />
      <b className="type-sub flex flex-wrap items-center gap-x-2">{name}</b>
      <small className="type-caption text-ink-2">{text}</small>
    </label>
  );
}

/** Name and address as imported. A change searches again. */
function EditPlace({ row: { place }, onChange }: { row: ImportRow; onChange: (change: Change) => void }) {
  const [name, setName] = useState(place.name);
  const [address, setAddress] = useState(place.address);
  const apply = () => {
    const changed = { name: name.trim(), address: address.trim() };
    if (changed.name !== place.name || changed.address !== place.address) onChange({ place: changed });
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3"
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
        />
      </Field>
      <Field label={m.transfer_address()}>
        <TextInput
          value={address}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" look="soft" size="small" className="justify-self-start">
        {m.transfer_search_again()}
      </Button>
    </form>
  );
}
