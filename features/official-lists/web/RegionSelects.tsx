import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type {
  OfficialList,
  OfficialRegion,
  Region,
} from '#features/official-lists/official-lists.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Field } from '#web/ui/Field.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { officialRegionsQuery } from './official-pages.queries.ts';

/** Chooses a province and a district among those that have places of the list. */
export function RegionSelects({
  list,
  region,
  isDisabled = false,
  onChange,
}: {
  list: OfficialList;
  region: Region;
  isDisabled?: boolean;
  onChange: (region: { province?: string; district?: string }) => void;
}) {
  const { data: regions = [], error, refetch } = useQuery(officialRegionsQuery(list));
  const { province = '', district = '' } = region;
  const districts = regions.filter((each) => each.province === province && each.district !== '');
  const provinces = [...new Set(regions.map((each) => each.province))].map((value) => ({
    value,
    places: regions.reduce((sum, each) => sum + (each.province === value ? each.places : 0), 0),
  }));
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field label={m.official_province()}>
        <NativeSelect
          value={province}
          disabled={isDisabled}
          options={[
            { value: '', label: m.official_whole_country() },
            ...provinces.map(optionOf),
            ...missing(provinces, province),
          ]}
          onChange={({ target }) => onChange(target.value === '' ? {} : { province: target.value })}
        />
      </Field>
      <Field label={m.official_district()}>
        <NativeSelect
          value={district}
          disabled={isDisabled || (districts.length === 0 && district === '')}
          options={[
            { value: '', label: m.restaurants_all() },
            ...districts.map((each: OfficialRegion) => optionOf({ value: each.district, ...each })),
            ...missing(
              districts.map((each) => ({ value: each.district })),
              district,
            ),
          ]}
          onChange={({ target }) =>
            onChange({ province, ...(target.value !== '' && { district: target.value }) })
          }
        />
      </Field>
      {error && (
        <p role="alert" className="type-caption col-span-2 flex flex-wrap items-center gap-x-2 text-ink-2">
          {`${m.official_regions_failed()} ${messageOf(error)}`}
          <button type="button" className="link min-h-11" onClick={() => void refetch()}>
            {m.kit_reload()}
          </button>
        </p>
      )}
    </div>
  );
}

const optionOf = ({ value, places }: { value: string; places: number }) => ({
  value,
  label: `${value} ${numberOf(places)}`,
});

/** The region of the URL, if the list has no place there or the regions are not loaded. */
const missing = (options: readonly { value: string }[], value: string) =>
  value === '' || options.some((each) => each.value === value) ? [] : [{ value, label: value }];
