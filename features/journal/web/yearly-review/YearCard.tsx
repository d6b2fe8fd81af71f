import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { yearlyReviewImageUrl } from '#features/journal/yearly-review.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { DownloadLink } from '#web/ui/DownloadLink.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { Alert } from '#web/ui/Alert.tsx';

export function YearCard({ year, entryCount }: { year: number; entryCount: number }) {
  const [isFailed, setFailed] = useState(false);
  const url = yearlyReviewImageUrl(year);
  const fileName = `momokzi-${year}.png`;
  const canShare = canShareFiles();
  // The image is loaded before the press. If the press had to wait for the image, Safari would no longer accept it as a
  // user gesture.
  const file = useQuery({ ...cardFileQuery({ url, fileName }), enabled: canShare });
  const share = async (card: File) => {
    try {
      await navigator.share({ files: [card] });
    } catch (error) {
      // An `AbortError` is not a failure: the member has closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showToast(m.journal_card_failed(), { kind: 'alert' });
    }
  };
  return (
    <section
      aria-labelledby="year-card"
      className="rounded-card bg-surface p-5 shadow-1 lg:sticky lg:top-[68px]"
    >
      <h3 id="year-card" className="type-h3 mb-3">
        {m.journal_card_heading()}
      </h3>
      {isFailed ? (
        <Alert>{m.journal_card_failed()}</Alert>
      ) : (
        <img
          src={url}
          alt={m.journal_card_alt({ year, count: entryCount })}
          width="1080"
          height="1920"
          className="mx-auto h-auto w-full max-w-[300px] rounded-card bg-sunken"
          onError={() => setFailed(true)}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-2 *:flex-auto">
        <DownloadLink href={url} fileName={fileName} look="secondary" size="small">
          <Download aria-hidden="true" />
          {m.journal_card_save()}
        </DownloadLink>
        {canShare && (
          <Button
            size="small"
            isBusy={file.isFetching}
            onClick={() => void (file.data ? share(file.data) : file.refetch())}
          >
            <Share2 aria-hidden="true" />
            {m.journal_card_share()}
          </Button>
        )}
      </div>
    </section>
  );
}

const cardFileQuery = ({ url, fileName }: { url: string; fileName: string }) =>
  queryOptions({
    queryKey: ['yearly-review-card', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`The image request failed with ${answer.status}.`);
      return new File([await answer.blob()], fileName, { type: 'image/png' });
    },
    // With these two values, the image is requested once each time the screen is opened.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

const canShareFiles = () =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([], 'card.png', { type: 'image/png' })] });
