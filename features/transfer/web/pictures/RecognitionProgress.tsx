import { type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type ChosenPicture, openedPictureQuery } from './pictures.queries.ts';
import { problemOfRecognition, useRecognitionState } from './recognition.ts';

/** Shows the progress of the recognition, and its errors. */
export function RecognitionProgress({
  picture,
  reading,
  queryKey,
  isEmpty,
}: {
  picture: ChosenPicture;
  /** The query that recognises the picture. */
  reading: UseQueryResult;
  queryKey: QueryKey;
  /** Whether the picture was read and has no text. */
  isEmpty: boolean;
}) {
  const client = useQueryClient();
  const opened = useQuery(openedPictureQuery(picture));
  const recognition = useRecognitionState();
  const isCancelled = opened.isSuccess && reading.isPending && reading.fetchStatus === 'idle';
  const again = (
    <Button look="soft" size="small" className="mt-2" onClick={() => void reading.refetch()}>
      {m.transfer_picture_again()}
    </Button>
  );
  return (
    <>
      <p role="status" className="type-sub text-ink-2 empty:absolute">
        {opened.isPending && m.transfer_picture_opening()}
        {reading.isFetching && recognitionText(recognition)}
        {isCancelled && m.transfer_picture_cancelled()}
        {isEmpty && m.transfer_picture_no_text()}
      </p>
      {reading.isFetching && (
        <Button
          look="soft"
          size="small"
          className="justify-self-start"
          onClick={() => void client.cancelQueries({ queryKey })}
        >
          {m.kit_cancel()}
        </Button>
      )}
      {isCancelled && again}
      <Alert>
        {reading.error && !reading.isFetching ? (
          <>
            <p>{PROBLEMS[problemOfRecognition(reading.error)]()}</p>
            {again}
          </>
        ) : (
          opened.error &&
          (opened.error instanceof ApiProblem ? messageOf(opened.error) : m.transfer_picture_memory())
        )}
      </Alert>
    </>
  );
}

function recognitionText(state: ReturnType<typeof useRecognitionState>): string {
  if (state === null) return m.transfer_picture_waiting();
  if (state === 'reading') return m.transfer_picture_reading();
  return m.transfer_picture_loading({ percent: numberOf(Math.floor(state.loading * 100)) });
}

const PROBLEMS = {
  network: m.transfer_picture_network,
  memory: m.transfer_picture_memory,
  failed: m.transfer_picture_failed,
} as const;
