import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { dayIn, fieldsOf, KOREA } from '#common/dates.ts';
import { sinceYear } from '#features/official-lists/since.rules.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { officialBadgesQuery } from './official-badges.queries.ts';
import { badgeText, sourceNameOf } from './official-texts.ts';

/** The official lists that contain a place, with their sources and years, and the year of an old licence. */
export function OfficialBadges({ placeId }: { placeId: string }) {
  const { data: badges = [] } = useQuery(officialBadgesQuery([placeId]));
  const now = useMinute();
  const since = sinceYear(placeId, fieldsOf(dayIn(KOREA, now)));
  if (badges.length === 0 && since === null) return null;
  return (
    <div className="mt-2 grid gap-1">
      <ul role="list" aria-label={m.official_badges_label()} className="flex flex-wrap gap-1.5">
        {since !== null && (
          <li>
            <Pill kind="plain">{m.official_since({ year: since })}</Pill>
          </li>
        )}
        {badges.map((badge) => (
          <li key={badge.list}>
            <Pill kind="plain">{badgeText(badge)}</Pill>
          </li>
        ))}
      </ul>
      {badges.length > 0 && (
        <p className="type-caption text-ink-2">
          {m.official_badge_source({
            sources: [
              ...new Set(
                badges.map(({ list, year }) => `${sourceNameOf(list)} ${m.official_badge_year({ year })}`),
              ),
            ].join(', '),
          })}
        </p>
      )}
    </div>
  );
}

/**
 * The first official list of one of several places, such as results of a search. All places are requested together, because each
 * row renders this component with the same places.
 */
export function RowBadge({ placeId, placeIds }: { placeId: string; placeIds: readonly string[] }) {
  const { data = [] } = useQuery(officialBadgesQuery(placeIds));
  const badge = data.find((each) => each.placeId === placeId);
  return badge ? <Pill kind="plain">{badgeText(badge)}</Pill> : null;
}
