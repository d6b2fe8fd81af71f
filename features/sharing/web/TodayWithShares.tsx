import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { TodayDialog } from '#features/restaurants/web/dialogs.public.ts';
import type { TodayProps } from '#features/restaurants/web/restaurants.public.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';
import { sharedListQuery } from './sharing.queries.ts';

/** Maximum number of shared lists that are read. The lists of the places that were saved last are read. */
const LISTS_MAXIMUM = 5;

/** The dialog 오늘 뭐 먹지? with marks on places that the owner of a shared list also wants to visit. */
export function TodayWithShares(props: TodayProps) {
  const { restaurants } = props;
  const shareIds = [...new Set(restaurants.flatMap(({ sharedListId }) => sharedListId ?? []))];
  const lists = useQueries({
    queries: shareIds.slice(0, LISTS_MAXIMUM).map((shareId) => sharedListQuery(shareId)),
    // If a link cannot be opened now, its list is left out.
    combine: (read) => read.flatMap(({ data }) => data ?? []),
  });
  const wantedBy = useMemo(
    () =>
      new Map(
        lists.flatMap(({ ownerName, places }) =>
          places
            .filter(({ status }) => status === TO_VISIT)
            .map(({ id }): [string, string] => [id, ownerLabel(ownerName)]),
        ),
      ),
    [lists],
  );
  return <TodayDialog {...props} wantedBy={wantedBy} />;
}
