import { type Photo, type PhotoPurpose, uploadPhoto } from '#features/photos/photos.contract.ts';
import { ApiProblem } from '#web/api.ts';
import { uploadFile } from '#web/requests/upload-file.ts';

export type SendPhoto = (upload: {
  blob: Blob;
  purpose: PhotoPurpose;
  /**
   * A UUID that is the same for every attempt. By this UUID the server recognises a repeated upload, even if it arrives
   * late.
   */
  idempotencyKey: string;
  /** Id of the account. The server refuses the upload if the session belongs to another account. */
  account?: string;
  signal: AbortSignal;
  /** Called with the sent share of the upload, from 0 to 1. */
  onProgress: (share: number) => void;
}) => Promise<Photo>;

const TRIES = 4;

/**
 * Uploads a photo. The upload is retried automatically only while the server is busy. After other failures, the member
 * decides.
 * @throws ApiProblem; the signal's reason when cancelled
 */
export const sendPhoto: SendPhoto = async (upload) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendAttempt(upload);
    } catch (error) {
      if (!(error instanceof ApiProblem) || !BUSY.has(error.code) || attempt === TRIES) throw error;
      const seconds = Number(error.params.retryAfterSeconds ?? 1);
      if (error.code === 'server.unavailable' && seconds > LONGEST_OUTAGE_SECONDS) throw error;
      await pause({ seconds, signal: upload.signal });
    }
  }
};

/** In a longer outage, as of the photo storage, the member reads the reason instead of waiting without a message. */
const LONGEST_OUTAGE_SECONDS = 5;

const BUSY = new Set([
  'photos.busy',
  'request.too_many',
  'request.idempotency_in_progress',
  'server.unavailable',
]);

const sendAttempt = ({
  blob,
  purpose,
  idempotencyKey,
  account,
  ...upload
}: Parameters<SendPhoto>[0]): Promise<Photo> =>
  uploadFile({
    ...upload,
    method: uploadPhoto.method,
    url: `${uploadPhoto.url}?purpose=${purpose}&id=${idempotencyKey}`,
    headers: {
      'content-type': blob.type,
      'idempotency-key': idempotencyKey,
      ...(account !== undefined && { 'momokzi-account': account }),
    },
    blob,
  });

const pause = ({ seconds, signal }: { seconds: number; signal: AbortSignal }): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
