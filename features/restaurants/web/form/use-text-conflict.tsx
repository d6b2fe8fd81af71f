import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import type { BaseTexts } from '#features/restaurants/restaurants.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { restaurantQuery } from '../restaurants.queries.ts';

/**
 * Asks the member whether the texts of a form replace texts that another device has saved.
 * @param texts the texts that the form shows when it opens; read once
 */
export function useTextConflict({ restaurantId, texts }: { restaurantId: string; texts: BaseTexts }) {
  const [basedOn, setBasedOn] = useState(texts);
  const [theirs, setTheirs] = useState<BaseTexts | null>(null);
  const queryClient = useQueryClient();
  return {
    /** The stored texts that a save may replace. */
    basedOn,
    /** Opens the dialog if the save was refused because another device has changed the texts. */
    showTheirs: async ({ code }: ApiProblem) => {
      if (code !== 'restaurants.changed_elsewhere') return;
      const query = { ...restaurantQuery(restaurantId), staleTime: 0 };
      const { mine } = (await queryClient.fetchQuery(query).catch(() => null)) ?? {};
      if (!mine) return;
      const names = Object.keys(basedOn) as (keyof BaseTexts)[];
      setTheirs(Object.fromEntries(names.map((name) => [name, mine[name]])));
    },
    /** Returns the dialog. @param overwrite saves the form again, so that it replaces the texts of the other device */
    dialog: (overwrite: (theirs: BaseTexts) => void) => (
      <ConfirmDialog
        isOpen={theirs !== null}
        onClose={() => setTheirs(null)}
        title={m.restaurants_conflict_title()}
        text={m.restaurants_conflict_text({
          text: Object.values(theirs ?? {})
            .filter(Boolean)
            .join(' · '),
        })}
        confirmLabel={m.outbox_overwrite()}
        onConfirm={() => {
          if (!theirs) return;
          setBasedOn(theirs);
          setTheirs(null);
          overwrite(theirs);
        }}
      />
    ),
  };
}
