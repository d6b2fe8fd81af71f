import { Link, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { readHomeSearch } from '#features/restaurants/home-search.rules.ts';
import { useDistanceOrigin, useListView } from '#features/restaurants/web/restaurants.public.ts';
import type { ListFileFormat } from '#features/transfer/export.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { saveFile } from '#web/browser/save-file.ts';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { DataSection } from './DataSection.tsx';

const FORMATS: { format: ListFileFormat; label: () => string; text: () => string }[] = [
  { format: 'csv', label: m.export_csv, text: m.export_csv_text },
  { format: 'kml', label: m.export_kml, text: m.export_kml_text },
  { format: 'gpx', label: m.export_gpx, text: m.export_gpx_text },
  { format: 'geojson', label: m.export_geojson, text: m.export_geojson_text },
];

/** Saves my list, or the part of it that the filters in the URL show, as a file. The export works without a network. */
export function ExportSection() {
  // The router keeps parameters that `validateSearch` drops.
  const search = useSearch({ from: '/members/app/data', select: readHomeSearch, structuralSharing: true });
  const { around } = useDistanceOrigin({ asksAtOnce: false });
  const { list, view, isFiltered } = useListView({ search, typed: search.q ?? '', around });
  const { nameOf } = useCategories();
  const [busy, setBusy] = useState<ListFileFormat | null>(null);
  const restaurants = view.entries.flatMap(({ restaurant, isProvided }) => (isProvided ? [] : [restaurant]));

  const save = async (format: ListFileFormat) => {
    setBusy(format);
    try {
      const { writeListFile } = await import('#features/transfer/list-files.ts');
      const { text, mediaType, leftOut } = writeListFile({
        format,
        restaurants,
        categoryName: (categoryId) => (categoryId ? nameOf(categoryId) : ''),
        title: m.export_list_title(),
      });
      if (!saveFile(new File([text], `momokzi.${format}`, { type: mediaType }))) return;
      const count = numberOf(restaurants.length - leftOut);
      showToast(
        leftOut > 0
          ? m.export_saved_left_out({ count, leftOut: numberOf(leftOut) })
          : m.export_saved({ count }),
      );
    } catch {
      showToast(m.export_failed(), { kind: 'alert' });
    } finally {
      setBusy(null);
    }
  };

  if (list.isPending) return <SkeletonPanels shapes={['h-48']} />;
  return (
    <DataSection
      title={m.export_title()}
      text={list.data ? exportText({ count: restaurants.length, isFiltered }) : messageOf(list.error)}
    >
      {isFiltered && (
        <Link to={paths.data} search={{}} className="type-sub w-fit font-semibold underline">
          {m.export_all()}
        </Link>
      )}
      {restaurants.length > 0 && (
        <ul role="list" className="grid gap-2">
          {FORMATS.map(({ format, label, text }) => (
            <li
              key={format}
              className="flex flex-wrap items-center gap-3 rounded-field bg-surface px-4 py-2.5 inset-ring inset-ring-line"
            >
              <span className="min-w-0 flex-[1_1_9rem]">
                <b className="type-body block">{label()}</b>
                <span className="type-caption block text-pretty text-ink-2">{text()}</span>
              </span>
              <Button
                look="secondary"
                size="small"
                isBusy={busy === format}
                aria-label={m.export_save_as({ format: label() })}
                onClick={() => void save(format)}
              >
                <Download aria-hidden="true" />
                {m.export_save()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </DataSection>
  );
}

function exportText({ count, isFiltered }: { count: number; isFiltered: boolean }): string {
  if (count === 0) return isFiltered ? m.export_none_shown() : m.export_none();
  return isFiltered
    ? m.export_list_text({ count: numberOf(count) })
    : m.export_whole_list_text({ count: numberOf(count) });
}
