import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import type { AuditLogEntry } from '#features/admin/admin.contract.ts';
import { episodeNames, sourcesQuery } from '#features/catalogue/web/admin/catalogue-admin.public.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { dateOf } from '#web/date-of.ts';
import { Facts } from '#web/admin/Facts.tsx';
import { changesOf, nameOfSubject } from './changes.rules.ts';

export function AuditLogItem({ act }: { act: AuditLogEntry }) {
  const changes = changesOf(act);
  const describe = useTranslatedChange();
  const head = (
    <span className="inline-grid min-w-0 gap-0.5 align-top">
      <span className="type-body">
        <b className="font-semibold">{ACTS[act.act]?.() ?? act.act}</b> {nameOfSubject(act)}
      </span>
      <Facts
        className="type-caption text-ink-3"
        facts={[
          act.adminName ?? m.admin_act_by_gone(),
          <time key="when" dateTime={new Date(act.at).toISOString()}>
            {dateOf(act.at, { zone: localZone(), as: 'dateTime' })}
          </time>,
        ]}
      />
    </span>
  );
  if (changes.length === 0) return <li className="py-3 pl-4">{head}</li>;
  return (
    <li className="py-1">
      <details>
        <summary className="min-h-11 cursor-pointer py-2">{head}</summary>
        <dl className="type-sub grid gap-x-4 gap-y-1 pb-3 pl-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
          {changes.map(({ name, before, after }) => (
            <div key={name} className="contents">
              <dt className="font-semibold text-ink-2">{NAMES[name]?.() ?? name}</dt>
              <dd className="mb-2 min-w-0 sm:mb-0">
                <span className="text-ink-3">{describe(name, before)}</span>
                <ArrowRight className="mx-1.5 inline size-4 text-ink-3" aria-label={m.admin_became()} />
                <span>{describe(name, after)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

/** Returns a function that shows categories and episodes by name, if they still exist. */
function useTranslatedChange() {
  const { nameOf } = useCategories();
  const { data: names } = useQuery({ ...sourcesQuery, select: episodeNames });
  return (name: string, value: string | null): string => {
    if (value === null) return m.admin_nothing();
    if (name === 'categoryId') return nameOf(value);
    if (name !== 'episodeIds') return value;
    const ids = value.split(', ');
    return ids.map((id) => names?.get(id) ?? id).join(', ');
  };
}

const ACTS: Readonly<Record<string, () => string>> = {
  'provided.added': m.admin_act_provided_added,
  'provided.changed': m.admin_act_provided_changed,
  'provided.removed': m.admin_act_provided_removed,
  'place.published': m.admin_act_place_published,
  'source.added': m.admin_act_source_added,
  'source.changed': m.admin_act_source_changed,
  'source.removed': m.admin_act_source_removed,
  'categories.changed': m.admin_act_categories_changed,
  'review.approved': m.admin_act_review_approved,
  'review.rejected': m.admin_act_review_rejected,
  'place_data.refresh_started': m.admin_act_place_data_started,
  'place_data.refresh_stopped': m.admin_act_place_data_stopped,
  'place_data.file_uploaded': m.admin_act_place_data_uploaded,
  'provided.list_added': m.admin_act_list_provided,
  'provided.list_removed': m.admin_act_list_withdrawn,
  'official_lists.decided': m.admin_act_official_decided,
};

const NAMES: Readonly<Record<string, () => string>> = {
  name: m.admin_field_name,
  title: m.admin_field_title,
  province: m.admin_field_province,
  address: m.admin_field_address,
  phoneNumber: m.admin_field_phone,
  categoryId: m.admin_field_category,
  categories: m.admin_categories,
  memo: m.admin_field_memo,
  tags: m.admin_field_tags,
  episodeIds: m.admin_field_episodes,
  episodes: m.admin_field_episodes,
  link: m.admin_field_link,
  kind: m.admin_field_kind,
  restaurantName: m.admin_field_restaurant,
  rejectionReason: m.admin_reject_reason,
  moderationStatus: m.admin_field_state,
  reports: m.admin_field_reports,
  isPrivate: m.admin_field_private,
  isExample: m.places_example,
};
