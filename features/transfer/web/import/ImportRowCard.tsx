import { sourceParts } from '#common/source-parts.ts';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { collectionsQuery } from '#features/collections/web/collections.public.ts';
import {
  additionsOf,
  leftOutOf,
  canSaveByHand,
  isSavable,
  type SavedById,
  shownFieldsOf,
  targetOf,
} from '#features/transfer/import-rows.rules.ts';
import type { ImportFields, ImportRow, RowChange } from '#features/transfer/imports.contract.ts';
import { problemMessage } from '#web/requests/problem-messages.ts';
import { CheckboxSquare } from '#web/ui/Checkbox.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import { ReviewedPlace } from '../ReviewedPlace.tsx';
import { additionsText, leftOutText } from '#features/restaurants/web/restaurants.public.ts';
import { FieldsForm } from './FieldsForm.tsx';

/**
 * One imported place, with the values that are saved with it, and a checkbox that states whether the place is saved.
 */
export const ImportRowCard = memo(function ImportRowCard({
  row,
  imported,
  saved,
  isTicked,
  isSearching,
  onChange,
  onTick,
}: {
  row: ImportRow;
  /** The values that are saved with all rows. */
  imported: ImportFields;
  /** The restaurants of the member's list. */
  saved: SavedById;
  isTicked: boolean;
  /** Whether rows without a match are being matched. */
  isSearching: boolean;
  onChange: (change: RowChange) => void;
  onTick: (position: number, isChecked: boolean) => void;
}) {
  const { position, place, match, choice } = row;
  const target = targetOf(row);
  const additions = additionsOf(row, saved);
  const leftOut = leftOutOf(row, saved);
  const name = place.name || m.transfer_nameless();
  return (
    <ReviewedPlace
      written={place}
      where={pointText(place) || place.link}
      state={match?.state ?? (isSearching ? 'searching' : 'failed')}
      savedId={match?.state === 'saved' ? match.restaurantId : null}
      candidates={match?.candidates ?? []}
      choice={choice}
      target={target}
      byHand={canSaveByHand(place)}
      texts={{ writtenAs: m.transfer_imported_as, byHand: m.transfer_import_by_hand_text() }}
      onChoose={(chosen) => onChange({ position, choice: chosen, isChecked: true })}
      onCorrect={(changed) => onChange({ position, place: changed })}
      tick={
        <label className="-m-2.5 grid size-11 flex-none place-items-center">
          <span className="sr-only">{m.transfer_tick({ name })}</span>
          <CheckboxSquare
            checked={isTicked}
            disabled={!isSavable(row, imported, saved)}
            onChange={(event) => onTick(position, event.currentTarget.checked)}
          />
        </label>
      }
      more={
        <FieldsForm
          values={shownFieldsOf({ fields: row.fields, imported })}
          onChange={(fields) => onChange({ position, fields })}
        />
      }
    >
      {additions && (
        <p className="type-caption mt-1 font-semibold text-done-text">
          {m.transfer_adds({ what: additionsText(additions) })}
        </p>
      )}
      {leftOut > 0 && <p className="type-caption mt-1 text-ink-2">{leftOutText(leftOut)}</p>}
      <OwnFields row={row} />
      {row.problem !== null && (
        <p role="alert" className="type-caption mt-1 font-semibold text-danger">
          {problemMessage(row.problem)?.({ limit: '', name }) ?? m.problem_server_failed()}
        </p>
      )}
    </ReviewedPlace>
  );
});

const pointText = ({ coordinates }: ImportRow['place']): string =>
  coordinates ? `${coordinates.lat.toFixed(5)}, ${coordinates.lng.toFixed(5)}` : '';

/** The fields that this row sets itself. */
function OwnFields({ row: { fields } }: { row: ImportRow }) {
  const { collectionId } = fields;
  const { data: collections } = useQuery(collectionsQuery);
  const name = collections?.find(({ id }) => id === collectionId)?.name;
  const collectionText = name === undefined ? '' : m.transfer_in_collection({ name });
  const collection = collectionId === '' ? m.transfer_no_collection() : collectionText;
  const statusText = fields.status === VISITED ? m.kit_status_done() : m.kit_status_todo();
  const status = fields.status === null ? '' : statusText;
  const text = [
    status,
    sourceParts(fields.sourceMemo).text,
    collection,
    fields.isShared ? m.transfer_public_review() : '',
  ]
    .filter((each) => each !== '')
    .join(' · ');
  return (
    <>
      {text !== '' && <p className="type-caption mt-1 break-words text-ink-2">{text}</p>}
      {fields.customTags.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {fields.customTags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
    </>
  );
}
