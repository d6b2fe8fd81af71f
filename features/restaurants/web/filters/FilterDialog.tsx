import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Bookmark, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.limits.ts';
import { myOfficialListsQuery, OFFICIAL_NAMES } from '#features/official-lists/web/list-filter.public.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { classes } from '#web/ui/classes.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ACTIONS_ROW_CLASSES } from '#web/ui/StickyActions.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { BothCounts, Count } from '../home/CategoryChips.tsx';
import type { HomeList } from '../home/use-list-view.ts';
import { type HomeSearch, MINIMUM_RATINGS, SOURCE_KINDS } from '#features/restaurants/home-search.rules.ts';
import type { Counted } from '#features/restaurants/list-view.rules.ts';
import { facetsOf, type KnownCount } from './facets.ts';
import { SOURCE_LABELS } from './filters.ts';
import { SHORTCUT_NAME_MAXIMUM, SHORTCUTS_MAXIMUM } from '#features/restaurants/filter-shortcuts.limits.ts';
import { isSameSearch, type Shortcut, shortcutSearch, useShortcuts } from './shortcuts.ts';

const VALUES_SHOWN = 12;

type Props = {
  home: Pick<HomeList, 'entries' | 'found'>;
  search: HomeSearch;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the chosen filters, which replace the current filters of the list. */
  onApply: (search: HomeSearch) => void;
};

/**
 * 필터: the dialog with all filters of the list. Each value of a filter has the number of places that the list would then
 * show. All chosen filters are applied together.
 */
export function FilterDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.restaurants_filters()}>
      <Filters {...rest} />
    </Dialog>
  );
}

function Filters({ home, search, onApply }: Omit<Props, 'isOpen' | 'onClose'>) {
  const [draft, setDraft] = useState(search);
  const now = useMinute();
  const { error: officialError, refetch } = useQuery(myOfficialListsQuery);
  const facets = facetsOf({
    entries: home.entries,
    filters: { search: draft, found: home.found, now },
  });
  const toggle = <Key extends keyof HomeSearch>(key: Key, value: HomeSearch[Key]) =>
    setDraft({ ...draft, [key]: draft[key] === value ? undefined : value });
  return (
    <>
      <div className="-mx-1 mt-1 grid max-h-[min(60dvh,calc(100dvh-2*max(24px,var(--toasts,0px))-52px-7.5rem))] gap-4 overflow-y-auto px-1 py-2">
        <SavedFilters search={search} onApply={onApply} />
        <Group label={m.restaurants_filter_visit()} notes={[...visitNotes(facets)]}>
          <Chip isSelected={draft.open === 1} onClick={() => toggle('open', 1)}>
            {m.restaurants_filter_open()}
            <BothCounts counted={facets.open.counted} />
          </Chip>
          <Chip isSelected={draft.parking === 1} onClick={() => toggle('parking', 1)}>
            {m.restaurants_filter_parking()}
            <BothCounts counted={facets.parking.counted} />
          </Chip>
        </Group>
        <Group label={m.restaurants_field_rating()}>
          {MINIMUM_RATINGS.map((least) => (
            <Chip key={least} isSelected={draft.rating === least} onClick={() => toggle('rating', least)}>
              {m.restaurants_filter_rating({ rating: String(least) })}
              <BothCounts counted={facets.ratings.get(least)} />
            </Chip>
          ))}
        </Group>
        <Group label={m.restaurants_filter_source()}>
          {SOURCE_KINDS.map((kind) => (
            <Chip key={kind} isSelected={draft.source === kind} onClick={() => toggle('source', kind)}>
              {SOURCE_LABELS[kind]()}
              <BothCounts counted={facets.sources.get(kind)} />
            </Chip>
          ))}
        </Group>
        {(facets.officials.size > 0 || draft.official || officialError) && (
          <Group label={m.official_lists()} notes={officialError ? [m.official_filter_unknown()] : []}>
            {OFFICIAL_LISTS.filter((list) => facets.officials.has(list) || list === draft.official).map(
              (list) => (
                <Chip
                  key={list}
                  isSelected={draft.official === list}
                  onClick={() => toggle('official', list)}
                >
                  {OFFICIAL_NAMES[list]()}
                  <BothCounts counted={facets.officials.get(list)} />
                </Chip>
              ),
            )}
            {officialError && (
              <button type="button" className="link type-sub min-h-11 px-2" onClick={() => void refetch()}>
                {m.kit_reload()}
              </button>
            )}
          </Group>
        )}
        {(facets.provided > 0 || draft.status === 'provided') && (
          <Group label={m.provided_badge_long()}>
            <Chip isSelected={draft.status === 'provided'} onClick={() => toggle('status', 'provided')}>
              {m.restaurants_provided_only()}
              <Count count={facets.provided} />
            </Chip>
          </Group>
        )}
        <ValueGroup
          label={m.restaurants_filter_hood()}
          values={facets.neighbourhoods}
          selected={draft.hood}
          onToggle={(hood) => toggle('hood', hood)}
        />
        <ValueGroup
          label={m.restaurants_field_tags()}
          values={facets.tags}
          selected={draft.tag}
          prefix="#"
          onToggle={(tag) => toggle('tag', tag)}
        />
        <Shortcuts draft={draft} />
      </div>
      <div className={classes('mt-3', ACTIONS_ROW_CLASSES)}>
        <Button look="soft" onClick={() => setDraft(draft.q === undefined ? {} : { q: draft.q })}>
          {m.restaurants_filter_reset()}
        </Button>
        <Button className="flex-[2]!" onClick={() => onApply(draft)}>
          {/* The count is the number of saved places. If no saved place passes, it is the number of provided
              places. */}
          {m.restaurants_filter_show({ count: numberOf(facets.total.saved || facets.total.provided) })}
        </Button>
      </div>
    </>
  );
}

/** The saved sets of filters. One tap applies a set, or removes it if it is applied. */
function SavedFilters({ search, onApply }: Pick<Props, 'search' | 'onApply'>) {
  const { shortcuts } = useShortcuts();
  if (shortcuts.length === 0) return null;
  return (
    <Group label={m.restaurants_shortcuts()}>
      {shortcuts.map(({ name, search: saved }) => {
        const isApplied = isSameSearch(saved, search);
        return (
          <Chip key={name} isSelected={isApplied} onClick={() => onApply(isApplied ? {} : saved)}>
            <Bookmark aria-hidden="true" />
            {name}
          </Chip>
        );
      })}
    </Group>
  );
}

/**
 * Returns notes about the filters for opening hours and parking. A note gives the number of places that a filter leaves
 * out because the fact is unknown.
 */
function* visitNotes({ open, parking }: { open: KnownCount; parking: KnownCount }) {
  if (open.unknown > 0) yield m.restaurants_filter_open_unknown({ count: numberOf(open.unknown) });
  if (parking.unknown > 0) yield m.restaurants_filter_parking_unknown({ count: numberOf(parking.unknown) });
}

function Group({
  label,
  notes = [],
  children,
}: {
  label: string;
  notes?: readonly string[];
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="type-sub font-bold">
        {label}
      </h3>
      <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">{children}</div>
      {notes.map((note) => (
        <p key={note} className="type-caption text-ink-2">
          {note}
        </p>
      ))}
    </section>
  );
}

/** Shows the most frequent values. A button shows the remaining values. */
function ValueGroup({
  label,
  values,
  selected,
  prefix = '',
  onToggle,
}: {
  label: string;
  values: readonly (readonly [string, Counted])[];
  selected: string | undefined;
  prefix?: string;
  onToggle: (value: string) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const isSelectedThere = values.some(([value]) => value === selected);
  const all =
    selected !== undefined && !isSelectedThere ? [[selected, undefined] as const, ...values] : values;
  const shown = showsAll ? all : all.filter(([value], at) => at < VALUES_SHOWN || value === selected);
  if (all.length === 0) return null;
  return (
    <Group label={label}>
      {shown.map(([value, counted]) => (
        <Chip key={value} isSelected={value === selected} onClick={() => onToggle(value)}>
          {prefix}
          {value}
          <BothCounts counted={counted} />
        </Chip>
      ))}
      {shown.length < all.length && (
        <button type="button" className="link type-sub min-h-11 px-2" onClick={() => setShowsAll(true)}>
          {m.restaurants_filter_more({ count: numberOf(all.length - shown.length) })}
        </button>
      )}
    </Group>
  );
}

/**
 * Saves the chosen filters under a name. Lists the saved sets of filters, with buttons that reorder and delete them.
 */
function Shortcuts({ draft }: { draft: HomeSearch }) {
  const { shortcuts, change } = useShortcuts();
  const [name, setName] = useState('');
  const [isRefused, setRefused] = useState(false);
  const [removed, setRemoved] = useState<{ shortcut: Shortcut; at: number } | null>(null);
  const add = () => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    const isFull = without(trimmed, shortcuts).length >= SHORTCUTS_MAXIMUM;
    setRefused(isFull);
    if (isFull) return;
    setRemoved(null);
    change((stored) => [...without(trimmed, stored), { name: trimmed, search: shortcutSearch(draft) }]);
    setName('');
  };
  const moveUp = (at: number) =>
    change((stored) => {
      const others = stored.filter((_, index) => index !== at);
      return [...others.slice(0, at - 1), ...stored.slice(at, at + 1), ...others.slice(at - 1)];
    });
  const remove = (shortcut: Shortcut, at: number) => {
    change((stored) => without(shortcut.name, stored));
    setRemoved({ shortcut, at });
    setRefused(false);
  };
  const restore = ({ shortcut, at }: { shortcut: Shortcut; at: number }) => {
    change((stored) => {
      const others = without(shortcut.name, stored);
      return [...others.slice(0, at), shortcut, ...others.slice(at)];
    });
    setRemoved(null);
  };
  return (
    <section aria-label={m.restaurants_shortcuts()} className="grid gap-2 border-t border-line pt-4">
      <h3 className="type-sub font-bold">{m.restaurants_shortcuts()}</h3>
      <p className="type-caption text-ink-2">{m.restaurants_shortcuts_text()}</p>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          aria-label={m.restaurants_shortcut_name()}
          placeholder={m.restaurants_shortcut_name()}
          maxLength={SHORTCUT_NAME_MAXIMUM}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" look="secondary">
          {m.restaurants_shortcut_save()}
        </Button>
      </form>
      <Alert>{isRefused && m.restaurants_shortcuts_full({ limit: SHORTCUTS_MAXIMUM })}</Alert>
      {shortcuts.length > 0 && (
        <ol role="list" className="grid">
          {shortcuts.map((shortcut, at) => (
            <li key={shortcut.name} className="flex items-center gap-1">
              <span className="min-w-0 flex-1 truncate">{shortcut.name}</span>
              {at > 0 && (
                <IconButton
                  label={m.restaurants_shortcut_up({ name: shortcut.name })}
                  onClick={() => moveUp(at)}
                >
                  <ArrowUp aria-hidden="true" />
                </IconButton>
              )}
              <IconButton
                label={m.restaurants_shortcut_remove({ name: shortcut.name })}
                onClick={() => remove(shortcut, at)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {/* The undo is part of the dialog, because a modal dialog hides toasts from screen readers and the keyboard. */}
      <p role="status" className="flex flex-wrap items-center gap-x-2 empty:hidden">
        {removed && (
          <>
            {m.restaurants_shortcut_removed({ name: removed.shortcut.name })}
            <button type="button" className="link min-h-11 px-2" onClick={() => restore(removed)}>
              {m.restaurants_undo()}
            </button>
          </>
        )}
      </p>
    </section>
  );
}

const without = (name: string, shortcuts: readonly Shortcut[]) =>
  shortcuts.filter((shortcut) => shortcut.name !== name);
