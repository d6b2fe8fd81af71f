import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { ClosedPill } from '#features/places/web/places.public.ts';
import { canSaveByHand, type ReviewedRow, type RowMatch } from '#features/transfer/review.rules.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { DraftRow } from './paste-draft.ts';
import { candidatesQuery } from './use-matches.ts';
import type { ReviewDraft } from './use-review-draft.ts';

/** One pasted place that is not certain: its state, the candidates to choose from, and what was pasted, to correct. */
export function ReviewRowCard({
  reviewed: { row, match, target },
  review,
}: {
  reviewed: ReviewedRow;
  review: ReviewDraft;
}) {
  const [isEditing, setEditing] = useState(false);
  const { place } = row;
  const { refetch } = useQuery(candidatesQuery(place));
  const name = place.name || m.transfer_nameless();
  const shown = target?.from === 'maps' ? target.suggestion : place;
  const needsChoice = match.state === 'choose' || match.state === 'none';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card bg-surface p-3 shadow-1">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="type-h3 flex flex-wrap items-center gap-x-2">
            {shown.name || name}
            <StatePill match={match} />
          </h3>
          <p className="type-caption text-ink-2">
            <NoWrap text={shortAddress(shown.address) || place.link} />
          </p>
          {target?.from === 'maps' && target.suggestion.name !== place.name && place.name !== '' && (
            <p className="type-caption text-ink-3">{m.transfer_pasted_as({ name: place.name })}</p>
          )}
        </div>
        <span className="-my-1.5 -mr-1.5 flex flex-none">
          <IconButton
            label={m.transfer_edit({ name })}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {match.state === 'failed' && (
        <Button look="soft" size="small" className="justify-self-start" onClick={() => void refetch()}>
          {m.transfer_retry()}
        </Button>
      )}
      {match.state === 'saved' && (
        <Link
          to={paths.restaurant}
          params={{ restaurantId: match.restaurantId }}
          className="link type-sub inline-flex min-h-11 items-center justify-self-start"
        >
          {m.transfer_see()}
        </Link>
      )}
      {needsChoice && (
        <Choices
          row={row}
          candidates={match.state === 'choose' ? match.candidates : []}
          onChoose={(choice) => {
            review.changeRow(row.id, { choice });
            if (choice.from === 'hand' && !canSaveByHand(place)) setEditing(true);
          }}
        />
      )}
      {isEditing && (
        <EditPlace
          row={row}
          onChange={(changed) =>
            review.changeRow(row.id, {
              place: { ...place, ...changed },
              choice: row.choice?.from === 'hand' ? row.choice : null,
            })
          }
        />
      )}
    </li>
  );
}

function StatePill({ match }: { match: RowMatch }) {
  if (match.state === 'certain') return <Pill kind="done">{m.transfer_certain()}</Pill>;
  if (match.state === 'choose') return <Pill kind="todo">{m.transfer_choose()}</Pill>;
  if (match.state === 'none') return <Pill kind="danger">{m.transfer_none()}</Pill>;
  if (match.state === 'saved') return <Pill kind="plain">{m.transfer_already()}</Pill>;
  if (match.state === 'failed') return <Pill kind="danger">{m.transfer_failed()}</Pill>;
  return <Pill kind="plain">{m.transfer_looking()}</Pill>;
}

/** The candidates, and the place as pasted. */
function Choices({
  row: { place, choice },
  candidates,
  onChoose,
}: {
  row: DraftRow;
  candidates: readonly PlaceSuggestion[];
  onChoose: (choice: NonNullable<DraftRow['choice']>) => void;
}) {
  const group = useId();
  const chosenId = choice?.from === 'maps' ? choice.suggestion.placeId : null;
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="sr-only">
        {m.transfer_candidates({ name: place.name || m.transfer_nameless() })}
      </legend>
      {candidates.map((suggestion) => (
        <Option
          key={suggestion.placeId}
          group={group}
          isChosen={suggestion.placeId === chosenId}
          onChoose={() => onChoose({ from: 'maps', suggestion })}
          name={
            <>
              {suggestion.name}
              <ClosedPill status={suggestion.businessStatus} />
            </>
          }
          text={[suggestion.kind, shortAddress(suggestion.address)].filter(Boolean).join(' · ')}
        />
      ))}
      <Option
        group={group}
        isChosen={choice?.from === 'hand'}
        onChoose={() => onChoose({ from: 'hand' })}
        name={candidates.length > 0 ? m.transfer_by_hand_instead() : m.transfer_by_hand()}
        text={canSaveByHand(place) ? m.transfer_by_hand_text() : m.transfer_by_hand_missing()}
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

/** Name and address as pasted. When a changed field loses the focus, the search runs again. */
function EditPlace({
  row: { place },
  onChange,
}: {
  row: DraftRow;
  onChange: (changed: { name: string; address: string }) => void;
}) {
  const [name, setName] = useState(place.name);
  const [address, setAddress] = useState(place.address);
  const apply = () => {
    const changed = { name: name.trim(), address: address.trim() };
    if (changed.name !== place.name || changed.address !== place.address) onChange(changed);
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
