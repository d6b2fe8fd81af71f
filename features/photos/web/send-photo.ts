import { type Photo, type PhotoPurpose, uploadPhoto } from '#features/photos/photos.contract.ts';
import { ApiProblem, lostConnection } from '#web/api.ts';

/** Uploads a photo. XMLHttpRequest is used, because `fetch` reports no upload progress. */
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

/** Maximum time in milliseconds without progress. Progress is a sent byte or, after the last byte, the answer. */
export const STALLED_MILLISECONDS = 60_000;

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

function sendAttempt({
  blob,
  purpose,
  idempotencyKey,
  account,
  signal,
  onProgress,
}: Parameters<SendPhoto>[0]): Promise<Photo> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(uploadPhoto.method, `${uploadPhoto.url}?purpose=${purpose}&id=${idempotencyKey}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', blob.type);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    if (account !== undefined) request.setRequestHeader('momokzi-account', account);
    // If there is no progress for this time, the connection counts as lost.
    let timer = setTimeout(onStalled, STALLED_MILLISECONDS);
    function onStalled() {
      reject(new ApiProblem({ status: 0, code: 'network.timed_out' }));
      request.abort();
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(onStalled, STALLED_MILLISECONDS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status === 201 && answer) resolve(answer as Photo);
      else reject(problemOf({ status: request.status, answer }));
    };
    request.onerror = () => reject(lostConnection());
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(blob);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function problemOf({ status, answer }: { status: number; answer: Record<string, unknown> | null }) {
  if (typeof answer?.code !== 'string') return new ApiProblem({ status, code: 'server.failed' });
  return new ApiProblem({
    status,
    code: answer.code,
    params: (answer.params ?? {}) as Record<string, string | number>,
  });
}

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
