import { Suspense, useState } from 'react';
import { v7 } from 'uuid';
import { m } from '#messages';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ReceiptPicker } from './ReceiptPicker.tsx';
import type { ReadReceiptProps } from './ReadReceipt.tsx';

const ReadReceipt = lazyPart(async () => ({ default: (await import('./ReadReceipt.tsx')).ReadReceipt }));

/** Picks the receipt of a visit whose place is known. The form takes the values that were read. */
export function ReceiptInSheet({ onRead }: Pick<ReadReceiptProps, 'onRead'>) {
  const [picture, setPicture] = useState<ReadReceiptProps['picture'] | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ReceiptPicker onReceipt={(file) => setPicture({ id: v7(), file })} />
      <p className="type-caption text-ink-2">{m.transfer_receipt_private()}</p>
      {picture && (
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-inner" />}>
          <ReadReceipt key={picture.id} picture={picture} onRead={onRead} />
        </Suspense>
      )}
    </div>
  );
}
