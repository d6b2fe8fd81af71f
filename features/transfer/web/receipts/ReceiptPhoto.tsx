import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { RecognitionProgress } from '../pictures/RecognitionProgress.tsx';
import { type ChosenPicture, openedPictureQuery } from '../pictures/pictures.queries.ts';
import { receiptQuery } from './receipts.queries.ts';

/** The photo of a receipt, and the progress of reading it. It stays on the device. */
export function ReceiptPhoto({ picture }: { picture: ChosenPicture }) {
  const opened = useQuery(openedPictureQuery(picture));
  const reading = useQuery({ ...receiptQuery(picture), enabled: opened.data !== undefined });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      {opened.data ? (
        <img
          src={opened.data.preview}
          alt={m.transfer_receipt()}
          width={opened.data.pixels.width}
          height={opened.data.pixels.height}
          className="mx-auto h-auto max-h-[46vh] w-auto max-w-full rounded-inner"
        />
      ) : (
        <div className="h-40 rounded-inner bg-sunken" />
      )}
      <RecognitionProgress
        picture={picture}
        reading={reading}
        queryKey={receiptQuery(picture).queryKey}
        isEmpty={false}
      />
    </div>
  );
}
