import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages';
import type { Receipt } from '#features/transfer/pictures/receipt.rules.ts';
import type { ChosenPicture } from '../pictures/pictures.queries.ts';
import { closeRecognition } from '../pictures/recognition.ts';
import { ReceiptPhoto } from './ReceiptPhoto.tsx';
import { receiptQuery } from './receipts.queries.ts';

export type ReadReceiptProps = { picture: ChosenPicture; onRead: (receipt: Receipt) => void };

/** Reads a receipt, and says what was found. */
export function ReadReceipt({ picture, onRead }: ReadReceiptProps) {
  const { data: receipt } = useQuery({ ...receiptQuery(picture), enabled: false });
  const pass = useEffectEvent(onRead);
  useEffect(() => closeRecognition, []);
  useEffect(() => {
    if (receipt) pass(receipt);
  }, [receipt]);
  return (
    <>
      <ReceiptPhoto picture={picture} />
      <div role="status" className="type-sub grid gap-1 empty:absolute">
        {receipt && (
          <p>{hasNothing(receipt) ? m.transfer_receipt_nothing_here() : m.transfer_receipt_filled()}</p>
        )}
        {receipt?.isCancelled && <p>{m.transfer_receipt_cancelled()}</p>}
        {receipt?.name && <p>{m.transfer_receipt_names({ name: receipt.name })}</p>}
      </div>
    </>
  );
}

const hasNothing = ({ day, time, total }: Receipt) => day === null && time === null && total === null;
