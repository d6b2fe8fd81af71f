import { useQuery } from '@tanstack/react-query';
import { Pill } from '#web/ui/Pill.tsx';
import { myOfficialBadgesQuery } from './official-badges.queries.ts';
import { badgeText } from './official-texts.ts';

/** The first official list of a place of my list. */
export function MyBadge({ placeId }: { placeId: string }) {
  const { data: badge } = useQuery({
    ...myOfficialBadgesQuery,
    select: (badges) => badges.find((each) => each.placeId === placeId) ?? null,
  });
  return badge ? <Pill kind="plain">{badgeText(badge)}</Pill> : null;
}
