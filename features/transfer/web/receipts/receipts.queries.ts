import { queryOptions } from '@tanstack/react-query';
import { receiptOfReadings } from '#features/transfer/pictures/receipt.rules.ts';
import { type ChosenPicture, LOCAL, openedPictureQuery } from '../pictures/pictures.queries.ts';
import { recognise } from '../pictures/recognition.ts';

/** Query for what a receipt says. Only these values are kept: the recognised text may contain more about the payment. */
export const receiptQuery = (picture: ChosenPicture) =>
  queryOptions({
    queryKey: ['transfer', 'picture', picture.id, 'receipt'],
    queryFn: async ({ client, signal }) => {
      const { pixels } = await client.ensureQueryData(openedPictureQuery(picture));
      const { readings } = await recognise({ pixels, of: 'receipt', signal });
      return receiptOfReadings(readings, Date.now());
    },
    ...LOCAL,
  });
