import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import type { ApiProblem } from '#web/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PaymentLink } from '#web/ui/PaymentLink.tsx';
import { useIsShown } from '#web/browser/use-is-shown.ts';

/** The upgrade dialog for new collections. `showLimit` opens the dialog if the error says that the limit is reached. */
export function useCollectionLimit(): {
  limitDialog: ReactNode;
  showLimit: (problem: ApiProblem) => boolean;
} {
  const [isOpen, setOpen] = useState(false);
  const isShown = useIsShown();
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
      const isLimit = problem.code === 'collections.limit_reached' && isShown();
      if (isLimit) setOpen(true);
      return isLimit;
    },
  };
}
