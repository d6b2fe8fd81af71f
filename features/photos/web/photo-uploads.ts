import { v4 } from 'uuid';
import type { Photo, PhotoPurpose } from '#features/photos/photos.contract.ts';
import { ApiProblem, isNetworkProblem } from '#web/api.ts';
import { createStore } from '#web/store.ts';
import { loadProblemMessages } from '#web/requests/problem-messages.ts';
import type { DraftPhoto } from './draft-photos.ts';
import { preparePhoto } from './prepare-photo.ts';
import { type SendPhoto, sendPhoto } from './send-photo.ts';

export type PhotoItem = {
  /** Key of the photo. It stays the same in all states. */
  readonly key: string;
  /** URL of the preview; null for a photo that existed before. */
  readonly previewUrl: string | null;
} & (
  | { readonly state: 'waiting' | 'preparing' }
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'ready'; readonly photo: Photo }
  /**
   * The photo is not being uploaded. It is uploaded with the saved entry, or when the connection is back.
   */
  | { readonly state: 'kept' }
  | { readonly state: 'failed'; readonly problem: ApiProblem; readonly canRetry: boolean }
);

type UploadSteps = {
  prepare: (file: Blob) => Promise<Blob>;
  send: SendPhoto;
  previewOf: (file: Blob) => string;
  endPreview: (url: string) => void;
};

/**
 * Loads the messages of problems before a failure is shown. `call` also loads these messages, but uploads do not use
 * `call`.
 */
const failureReason = <T>(doing: Promise<T>): Promise<T> =>
  doing.catch(async (error: unknown) => {
    await loadProblemMessages();
    throw error;
  });

const inBrowser: UploadSteps = {
  prepare: (file) => failureReason(preparePhoto(file)),
  send: (photo) => failureReason(sendPhoto(photo)),
  previewOf: (file) => URL.createObjectURL(file),
  endPreview: (url) => URL.revokeObjectURL(url),
};

/** Maximum number of concurrent uploads. A third upload would only slow down the first two. */
const CONCURRENT_UPLOADS = 2;

/** A photo that is uploaded (`photo`), still on this device (`blob`), or both. */
export type Attachment = {
  /** Id that this device has generated for the upload. */
  readonly id: string;
  readonly photo: Photo | null;
  readonly blob: Blob | null;
};

/**
 * Returns the photos that are on this device, to store them in a draft. Uploaded photos are included, because the server
 * deletes a photo that is unused for a day.
 */
export const photosOnDevice = (attachments: readonly Attachment[]): DraftPhoto[] =>
  attachments.flatMap(({ id, photo, blob }) => (blob ? { id, photo, blob } : []));

type Work = { file: Blob; idempotencyKey: string; prepared: Blob | null; abort: AbortController | null };

export type PhotoUploads = ReturnType<typeof createPhotoUploads>;

/**
 * Creates the uploads of a form. Their state is not in a component, because uploads continue independently of
 * rendering.
 */
export function createPhotoUploads(
  given: { purpose: PhotoPurpose; initial: readonly Photo[] },
  steps: UploadSteps = inBrowser,
) {
  const queue = createUploadQueue(given, steps);
  const { subscribe, items, set, work, find, startNext, forget, retry } = queue;

  return {
    subscribe,
    items,
    add: (files: readonly Blob[]) => {
      const added = files.map((file): PhotoItem => {
        const key = v4();
        work.set(key, { file, idempotencyKey: v4(), prepared: null, abort: null });
        return { key, state: 'waiting', previewUrl: steps.previewOf(file) };
      });
      set([...items(), ...added]);
      startNext();
    },
    /**
     * Adds the photos of a draft, which are already prepared. If the form already shows a photo, the stored file is
     * added to it. The form then shows this file, and uploads it again if the server has deleted the photo.
     */
    restore: (photos: readonly DraftPhoto[]) => {
      for (const { id, blob, photo } of photos) {
        const shown = photo && find(photo.id);
        const key = shown ? shown.key : v4();
        const previewUrl = steps.previewOf(blob);
        work.set(key, { file: blob, idempotencyKey: id, prepared: blob, abort: null });
        set(
          shown
            ? items().map((item) => (item === shown ? { ...item, previewUrl } : item))
            : [...items(), { key, state: 'waiting', previewUrl }],
        );
      }
      startNext();
    },
    draftPhotos: () => photosOnDevice(items().map((item) => attachmentOf(item, work.get(item.key)))),
    /** Removes a photo and cancels its upload. The server deletes a photo that is unused for a day. */
    remove: (key: string) => {
      forget(key);
      set(items().filter((item) => item.key !== key));
      startNext();
    },
    retry,
    retryAfterLoss: () => {
      for (const item of items()) if (canUploadLater(item)) retry(item.key);
    },
    /**
     * Stops all uploads and returns the photos, so that the outbox uploads them with the saved entry. The function also
     * works if the member leaves the form in the meantime.
     * @returns null if a photo can never be uploaded
     */
    handOver: () => handOver(queue, steps.prepare),
    /**
     * Waits until no photo is being uploaded.
     * @returns the uploaded photos; null if a photo is not uploaded
     */
    uploaded: () => whenUploaded(queue),
    /** Moves a photo. @param to the new position, clamped to the valid range */
    move: (key: string, to: number) => {
      const moved = find(key);
      if (!moved) return;
      const others = items().filter((item) => item.key !== key);
      set(others.toSpliced(Math.max(0, to), 0, moved));
    },
    replace: (photo: Photo) =>
      set(
        items().map((item) =>
          item.state === 'ready' && item.photo.id === photo.id ? { ...item, photo } : item,
        ),
      ),
    reset: (photos: readonly Photo[]) => {
      for (const { key } of items()) forget(key);
      set(photos.map(readyItem));
    },
    stop: () => {
      for (const { key } of items()) forget(key);
    },
  };
}

/** The photos of a form and their uploads, at most two at a time. */
function createUploadQueue(
  { purpose, initial }: { purpose: PhotoPurpose; initial: readonly Photo[] },
  { prepare, send, endPreview }: UploadSteps,
) {
  const { get: items, set, subscribe } = createStore<readonly PhotoItem[]>(initial.map(readyItem));
  const work = new Map<string, Work>();

  const find = (key: string) => items().find((item) => item.key === key);
  const setState = (key: string, state: DistributiveOmit<PhotoItem, 'key' | 'previewUrl'>) =>
    set(items().map((item) => (item.key === key ? { ...state, key, previewUrl: item.previewUrl } : item)));
  const running = () => items().filter(({ state }) => state === 'preparing' || state === 'sending').length;

  const startNext = () => {
    while (running() < CONCURRENT_UPLOADS) {
      const next = items().find(({ state }) => state === 'waiting');
      if (!next) return;
      setState(next.key, { state: 'preparing' });
      void run(next.key).finally(startNext);
    }
  };

  const fail = (key: string, error: unknown) => {
    const problem =
      error instanceof ApiProblem ? error : new ApiProblem({ status: 0, code: 'photos.undecodable' });
    if (problem.code === 'network.offline' && work.get(key)?.prepared) setState(key, { state: 'kept' });
    else setState(key, { state: 'failed', problem, canRetry: isRetryable(problem) });
  };

  const run = async (key: string) => {
    const job = work.get(key);
    if (!job) return;
    const abort = new AbortController();
    job.abort = abort;
    try {
      job.prepared ??= await prepare(job.file);
      if (abort.signal.aborted) return;
      setState(key, { state: 'sending', share: 0 });
      const photo = await send({
        blob: job.prepared,
        purpose,
        idempotencyKey: job.idempotencyKey,
        signal: abort.signal,
        onProgress: (share) => find(key)?.state === 'sending' && setState(key, { state: 'sending', share }),
      });
      setState(key, { state: 'ready', photo });
    } catch (error) {
      if (!abort.signal.aborted) fail(key, error);
    }
  };

  const forget = (key: string) => {
    const item = find(key);
    work.get(key)?.abort?.abort();
    work.delete(key);
    if (item?.previewUrl) endPreview(item.previewUrl);
  };

  const retry = (key: string) => {
    const state = find(key)?.state;
    if (state !== 'failed' && state !== 'kept') return;
    setState(key, { state: 'waiting' });
    startNext();
  };

  return { subscribe, items, set, work, find, setState, startNext, fail, forget, retry };
}

type UploadQueue = ReturnType<typeof createUploadQueue>;

async function handOver(
  { items, work, setState, fail }: UploadQueue,
  prepare: UploadSteps['prepare'],
): Promise<Attachment[] | null> {
  if (items().some((item) => item.state === 'failed' && !canUploadLater(item))) return null;
  const handed = items().map((item) => ({ item, job: work.get(item.key) }));
  const notUploaded = handed.filter(({ item }) => item.state !== 'ready');
  for (const { item, job } of notUploaded) {
    job?.abort?.abort();
    setState(item.key, { state: 'preparing' });
  }
  let hasFailed = false;
  for (const { item, job } of notUploaded) {
    try {
      if (job) job.prepared ??= await prepare(job.file);
      setState(item.key, { state: 'kept' });
    } catch (error) {
      hasFailed = true;
      fail(item.key, error);
    }
  }
  return hasFailed ? null : handed.map(({ item, job }) => attachmentOf(item, job));
}

const whenUploaded = ({ items, subscribe }: UploadQueue) =>
  new Promise<readonly Photo[] | null>((resolve) => {
    const check = () => {
      if (items().some(isPending)) return;
      stop();
      resolve(items().every(({ state }) => state === 'ready') ? readyPhotos(items()) : null);
    };
    const stop = subscribe(check);
    check();
  });

function attachmentOf(item: PhotoItem, job: Work | undefined): Attachment {
  const photo = item.state === 'ready' ? item.photo : null;
  return { id: job?.idempotencyKey ?? item.key, photo, blob: job?.prepared ?? null };
}

/** Whether only the connection is missing. The photo can then be uploaded later with the saved entry. */
const canUploadLater = (item: PhotoItem): boolean =>
  item.state === 'kept' || (item.state === 'failed' && isNetworkProblem(item.problem));

const isPending = ({ state }: PhotoItem): boolean => !['ready', 'kept', 'failed'].includes(state);

export const readyPhotos = (items: readonly PhotoItem[]): Photo[] =>
  items.flatMap((item) => (item.state === 'ready' ? item.photo : []));

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const readyItem = (photo: Photo): PhotoItem => ({ key: photo.id, state: 'ready', photo, previewUrl: null });

/** Whether an upload may be retried. A retry is useless if the file itself is the problem. */
export function isRetryable({ code }: ApiProblem): boolean {
  const isTheFile = code.startsWith('photos.') && code !== 'photos.busy' && code !== 'photos.too_many_unused';
  return !isTheFile;
}
