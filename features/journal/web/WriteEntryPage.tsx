import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import { dayIn, localZone, parseDay } from '#common/dates.ts';
import { useMe } from '#features/account/web/account.public.ts';
import { myListQuery, restaurantQuery } from '#features/restaurants/web/restaurants.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { EntryForm } from './form/EntryForm.tsx';

export function WriteEntryPage() {
  const { restaurant, day } = useSearch({ from: '/members/app/momokzi-journal/write' });
  const me = useMe();
  const [today] = useState(() => dayIn(localZone(), Date.now()));
  const given = useLocation({ select: ({ state }) => state });
  const isPrepared = restaurant !== undefined;
  // The two queries read again, because the place may have been saved or visited on another device in the meantime.
  const now = { enabled: isPrepared, refetchOnMount: 'always' } as const;
  const list = useQuery({ ...myListQuery, ...now });
  const place = useQuery({ ...restaurantQuery(restaurant ?? ''), ...now });
  const found = place.data?.place ?? list.data?.restaurants.find(({ id }) => id === restaurant);
  const isKnown = !isPrepared || !place.isPending;
  const date = (day === undefined ? null : parseDay(day)) ?? today;
  return (
    <Page title={m.journal_write()} backTo={paths.journal} className="max-w-[640px]">
      <OfflineStrip of={myListQuery.queryKey} isEditable />
      {me && isKnown ? (
        <EntryForm
          // The key remounts the form for another place or day.
          key={`${restaurant} ${day}`}
          me={me}
          entryId={null}
          startRestaurantId={restaurant ?? null}
          saved={{
            restaurantId: found && restaurant ? restaurant : null,
            restaurantName: found?.name ?? given.restaurantName ?? '',
            visitDate: date,
            visitTime: given.visitTime ?? null,
            journalText: '',
            photos: [],
            tagsWith: [],
            tagsOccasion: [],
            amountWon: given.amountWon ?? null,
          }}
        />
      ) : (
        <Skeleton className="h-72 w-full rounded-card" />
      )}
    </Page>
  );
}
