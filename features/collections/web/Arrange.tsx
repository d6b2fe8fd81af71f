import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { Check, GripVertical, Pencil, X } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { m } from '#messages';
import {
  type Collection,
  type CollectionPlace,
  PLACE_NOTE_MAXIMUM,
} from '#features/collections/collections.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { focusOn } from '#web/shell/focus.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useCloseOnBack } from '#web/ui/close-on-back.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useChangeCollectionPlace, useRemoveFromCollection } from './collection-places.queries.ts';

export function Arrange({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const { id: collectionId, places } = collection;
  const change = useChangeCollectionPlace();
  const remove = useRemoveFromCollection();
  const [noted, setNoted] = useState<CollectionPlace | null>(null);
  useCloseOnBack({ isOpen: true, onClose: onDone });
  const ids = useMemo(() => places.map(({ id }) => id), [places]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 80, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const from = ids.indexOf(String(active.id));
    const to = ids.indexOf(String(over.id));
    const after = ids[from < to ? to : to - 1] ?? null;
    change.mutate({ collectionId, restaurantId: String(active.id), changes: { after } });
  };
  return (
    <>
      <p ref={focusOn} className="type-sub pb-3 text-ink-2">
        {m.collections_arrange_text()}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: announcementsFor(places),
          screenReaderInstructions: { draggable: m.collections_drag_help() },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ul role="list" aria-label={m.collections_places_label()} className="grid gap-2">
            {places.map((place) => (
              <ArrangedPlace
                key={place.id}
                place={place}
                onNote={() => setNoted(place)}
                onRemove={() => {
                  // The row stays until the code that removes it has loaded.
                  const isRemoving = remove.isPending && remove.variables.restaurantId === place.id;
                  if (!isRemoving) remove.mutate({ collectionId, restaurantId: place.id });
                }}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <StickyActions isAlwaysSeen>
        <Button className="w-full" onClick={onDone}>
          <Check aria-hidden="true" />
          {m.collections_arrange_done()}
        </Button>
      </StickyActions>
      {noted && (
        <NoteDialog
          place={noted}
          onClose={() => setNoted(null)}
          onSave={(note) => {
            change.mutate({ collectionId, restaurantId: noted.id, changes: { note } });
            setNoted(null);
          }}
        />
      )}
    </>
  );
}

function ArrangedPlace({
  place: { id, name, note },
  onNote,
  onRemove,
}: {
  place: CollectionPlace;
  onNote: () => void;
  onRemove: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={classes(
        'flex items-center gap-1 rounded-field bg-surface p-1 shadow-1',
        isDragging && 'relative z-10 shadow-3',
      )}
      style={{
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
        ...(transition && { transition }),
      }}
    >
      <button
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        type="button"
        aria-label={m.collections_drag_label({ name })}
        className="grid size-11 flex-none cursor-grab touch-none place-items-center rounded-small text-ink-2 active:cursor-grabbing"
      >
        <GripVertical className="size-5" aria-hidden="true" />
      </button>
      <span className="min-w-0 flex-1 py-1.5">
        <span className="block truncate font-semibold">{name}</span>
        {note && <span className="type-caption block truncate text-ink-2">{note}</span>}
      </span>
      <IconButton label={m.collections_note_label({ name })} onClick={onNote}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={m.collections_remove_label({ name })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function NoteDialog({
  place,
  onClose,
  onSave,
}: {
  place: CollectionPlace;
  onClose: () => void;
  onSave: (note: string) => void;
}) {
  const [note, setNote] = useState(place.note);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(note.trim());
  };
  return (
    <Dialog isOpen onClose={onClose} title={place.name}>
      <form onSubmit={save} className="mt-4 grid gap-4">
        <Field label={m.collections_note()}>
          <TextInput
            value={note}
            maxLength={PLACE_NOTE_MAXIMUM}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <Button type="submit">{m.collections_save()}</Button>
      </form>
    </Dialog>
  );
}

function announcementsFor(places: readonly CollectionPlace[]): Announcements {
  const nameOf = (id: string | number) => places.find((place) => place.id === id)?.name ?? '';
  const positionOf = (id: string | number) => numberOf(places.findIndex((place) => place.id === id) + 1);
  return {
    onDragStart: ({ active }) => m.collections_drag_started({ name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? m.collections_drag_over({ name: nameOf(active.id), position: positionOf(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? m.collections_drag_ended({ name: nameOf(active.id), position: positionOf(over.id) }) : undefined,
    onDragCancel: ({ active }) => m.collections_drag_cancelled({ name: nameOf(active.id) }),
  };
}
