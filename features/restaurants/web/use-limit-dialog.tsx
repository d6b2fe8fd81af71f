import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiProblem } from '#web/api.ts';
import { useIsMounted } from '#web/browser/use-is-mounted.ts';
import { PaywallModal } from '#web/ui/PaywallModal.tsx';
import { myListQuery } from './my-list.query.ts';
import { usedSlots } from './slots.rules.ts';

/**
 * The upgrade dialog for every action that adds places to the list. Render `limitDialog` on the page. `showLimit` opens
 * the dialog if the error says that the limit is reached, and the page is still on screen.
 */
export function useLimitDialog(): { limitDialog: ReactNode; showLimit: (problem: ApiProblem) => boolean } {
  const [isOpen, setOpen] = useState(false);
  const isMounted = useIsMounted();
  const { data } = useQuery({ ...myListQuery, enabled: isOpen });
  const { planned, visited } = usedSlots(data?.restaurants ?? []);
  return {
    limitDialog: (
      <PaywallModal isOpen={isOpen} onClose={() => setOpen(false)} planned={planned} visited={visited} />
    ),
    showLimit: (problem) => {
      const isLimit = problem.code === 'restaurants.limit_reached' && isMounted();
      if (isLimit) setOpen(true);
      return isLimit;
    },
  };
}
