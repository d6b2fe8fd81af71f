import { m } from '#messages';
import type { ImportRow } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';

const FILTERS = ['all', 'ticked', 'certain', 'choose', 'none', 'saved', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

const FILTER_LABELS: Record<Filter, () => string> = {
  all: m.transfer_filter_all,
  ticked: m.transfer_filter_ticked,
  certain: m.transfer_certain,
  choose: m.transfer_choose,
  none: m.transfer_none,
  saved: m.transfer_already,
  failed: m.transfer_filter_failed,
};

export function isShown(
  filter: Filter,
  { position, match, problem }: ImportRow,
  ticked: ReadonlySet<number>,
) {
  if (filter === 'all') return true;
  if (filter === 'ticked') return ticked.has(position);
  return filter === 'failed' ? problem !== null : match?.state === filter;
}

/** Chips that choose which rows of an import are shown. Only filters that match a row are offered. */
export function ReviewFilters({
  filter,
  count,
  onChange,
}: {
  filter: Filter;
  count: (filter: Filter) => number;
  onChange: (filter: Filter) => void;
}) {
  return (
    <ChipRow label={m.transfer_filter_label()}>
      {FILTERS.filter((each) => each === 'all' || each === filter || count(each) > 0).map((each) => (
        <Chip key={each} isSelected={each === filter} onClick={() => onChange(each)}>
          {FILTER_LABELS[each]()} <span className="numbers">{numberOf(count(each))}</span>
        </Chip>
      ))}
    </ChipRow>
  );
}
