import { ReceiptText } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { buttonClasses } from '#web/ui/Button.tsx';

/** Picks the photo of one receipt. */
export function ReceiptPicker({ onReceipt }: { onReceipt: (photo: File) => void }) {
  const id = useId();
  return (
    <div className="grid">
      <input
        id={id}
        type="file"
        accept="image/*,.heic,.heif"
        className="peer sr-only"
        onChange={({ currentTarget: input }) => {
          const [photo] = input.files ?? [];
          input.value = '';
          if (photo) onReceipt(photo);
        }}
      />
      <label
        htmlFor={id}
        className={buttonClasses({
          look: 'secondary',
          size: 'small',
          className: 'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-focus',
        })}
      >
        <ReceiptText aria-hidden="true" />
        {m.transfer_receipt()}
      </label>
    </div>
  );
}
