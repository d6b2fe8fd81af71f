import type { ComponentProps } from 'react';
import { RecordSheet as JournalRecordSheet } from '#features/journal/web/record/RecordSheet.tsx';
import { ReceiptInSheet } from '#features/transfer/web/receipts/ReceiptInSheet.tsx';

/** The sheet 기록하기, which also reads receipts. */
export const RecordSheet = (props: Omit<ComponentProps<typeof JournalRecordSheet>, 'Receipt'>) => (
  <JournalRecordSheet {...props} Receipt={ReceiptInSheet} />
);
