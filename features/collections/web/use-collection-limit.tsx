import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import type { ApiProblem } from '#web/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PaymentLink } from '#web/ui/PaymentLink.tsx';
import { useIsMounted } from '#web/browser/use-is-mounted.ts';

/** The upgrade dialog for new collections. */
export function useCollectionLimit(): {
  limitDialog: ReactNode;
  /**
   * Opens the dialog if the problem says that the limit is reached. The response may arrive after the member has left
   * the screen; then no dialog opens.
   * @returns whether the dialog opened. If false, the caller must show the problem
   */
  showLimit: (problem: ApiProblem) => boolean;
} {
  const [isOpen, setOpen] = useState(false);
  const isMounted = useIsMounted();
  return {
    limitDialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={m.kit_paywall_title()}
        text={m.collections_limit_text({ limit: FREE_COLLECTION_LIMIT })}
        hasBars
      >
        <PaymentLink className="mt-5 w-full" onClick={() => setOpen(false)}>
          {m.kit_paywall_button()}
        </PaymentLink>
      </Dialog>
    ),
    showLimit: (problem) => {
      const isLimit = problem.code === 'collections.limit_reached' && isMounted();
      if (isLimit) setOpen(true);
      return isLimit;
    },
  };
}
