import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { BrandMark } from '#web/ui/BrandMark.tsx';

/**
 * The layer behind the payment window. It is not a dialog, because a dialog would keep the focus out of the payment
 * service's frame.
 */
export function PaymentWindowOverlay({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="scrim grid content-center justify-items-center p-4">
      <div className="grid w-full max-w-[400px] justify-items-center gap-4 rounded-panel bg-raised p-6 text-center shadow-2">
        <BrandMark className="mo-mark-cycling h-12 text-brand" />
        <p role="status" className="grid gap-1">
          <b className="type-h3">{m.payment_window_open()}</b>
          <span className="type-sub text-ink-2">{m.payment_window_open_text()}</span>
        </p>
        <Button look="secondary" size="small" onClick={onLeave}>
          {m.payment_window_lost()}
        </Button>
      </div>
    </div>
  );
}
