import { useQuery } from '@tanstack/react-query';
import { Download, PackageOpen } from 'lucide-react';
import { m } from '#messages';
import { type Archive, archiveFileUrl } from '#features/transfer/archive.contract.ts';
import { KOREA } from '#common/dates.ts';
import { useShortcuts } from '#features/restaurants/web/restaurants.public.ts';
import { dateOf } from '#web/date-of.ts';
import { messageOf } from '#web/error-messages.ts';
import { DownloadLink } from '#web/ui/DownloadLink.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { archiveQuery, useRequestArchive } from './data.queries.ts';
import { DataSection } from './DataSection.tsx';

/**
 * 내 데이터 모두 받기: the member requests an archive, the server makes it and sends a mail, and the file can be downloaded for
 * a week.
 */
export function ArchiveSection() {
  const { data: archive, error, refetch, isPending } = useQuery(archiveQuery);
  return (
    <DataSection title={m.data_archive()} text={m.data_archive_text()}>
      {isPending ? (
        <SkeletonPanels shapes={['h-14']} />
      ) : error && archive === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Current archive={archive ?? null} />
      )}
    </DataSection>
  );
}

function Current({ archive }: { archive: Archive | null }) {
  const request = useRequestArchive();
  const { shortcuts } = useShortcuts();
  const isReady = archive?.state === 'ready' && archive.expiresAt !== null;
  return (
    <div className="grid gap-3">
      <p role="status" className="type-body empty:hidden">
        {archive && stateText(archive)}
      </p>
      {isReady && archive.missingPhotos > 0 && <MissingPhotos archive={archive} />}
      {isReady && (
        <DownloadLink
          href={archiveFileUrl(archive.id)}
          fileName="momokzi-data.zip"
          className="justify-self-start"
        >
          <Download aria-hidden="true" />
          {m.data_archive_download({ megabytes: megabytesOf(archive.bytes ?? 0) })}
        </DownloadLink>
      )}
      {request.error && (
        <p role="alert" className="type-sub font-semibold text-danger">
          {messageOf(request.error)}
        </p>
      )}
      {archive?.state !== 'pending' && (
        <NetworkButton
          look={isReady ? 'secondary' : 'primary'}
          className="justify-self-start"
          isBusy={request.isPending}
          onClick={() => request.mutate({ filterShortcuts: [...shortcuts] })}
        >
          <PackageOpen aria-hidden="true" />
          {archive ? m.data_archive_again() : m.data_archive_request()}
        </NetworkButton>
      )}
    </div>
  );
}

/** Says how many photos are not in the file, and where they were. */
function MissingPhotos({ archive }: { archive: Archive }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="type-body font-semibold">{m.archive_missing_photos({ count: archive.missingPhotos })}</p>
      <ul className="type-sub list-disc ps-5">
        {archive.missingPhotosUsedIn.map((usedIn) => (
          <li key={usedIn} className="break-words">
            {usedIn}
          </li>
        ))}
      </ul>
    </div>
  );
}

function stateText({ state, expiresAt }: Archive): string {
  if (state === 'pending') return m.data_archive_pending();
  if (state === 'failed') return m.data_archive_failed();
  return m.data_archive_ready({ day: expiresAt === null ? '' : dateOf(expiresAt, { zone: KOREA }) });
}

/**
 * Formats a size in megabytes. A size below 10 MB has one decimal and is at least 0.1. A larger size is a whole number.
 */
function megabytesOf(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes).toString();
}
