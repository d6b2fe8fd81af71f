import { m } from '#messages';
import { Dialog } from './Dialog.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { LimitSlots } from './LimitSlots.tsx';

export function PaywallModal({
  isOpen,
  onClose,
  planned,
  visited,
}: {
  isOpen: boolean;
  onClose: () => void;
  planned: number;
  visited: number;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.kit_paywall_title()}
      text={m.kit_paywall_text()}
      hasBars
    >
      <LimitSlots planned={planned} visited={visited} className="my-[18px]" />
      <PaymentLink className="w-full" onClick={onClose}>
        {m.kit_paywall_button()}
      </PaymentLink>
    </Dialog>
  );
}
