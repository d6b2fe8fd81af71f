import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

export type UploadSlots = {
  /**
   * Runs an upload. An upload counts from its first byte to its answer.
   * @throws photos.busy if one member or all members together have too many concurrent uploads
   */
  during: <T>(ownerId: string, upload: () => Promise<T>) => Promise<T>;
  /**
   * Runs the part of an upload that needs much memory. At most two of these parts run at the same time, in order of
   * arrival.
   */
  inTurn: <T>(decode: () => Promise<T>) => Promise<T>;
  /**
   * Decodes a large photo. Must be called inside `inTurn`. Only one large photo is decoded at a time, because it takes
   * several times its file size in memory.
   */
  alone: <T>(decode: () => Promise<T>) => Promise<T>;
};

const MAXIMUM = { decoding: 2, ofOneMember: 12, inAll: 60 };

/** Limits the concurrent uploads of this process, because each upload uses memory and disk space. */
export function createUploadSlots(): UploadSlots {
  const uploading = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let inAll = 0;
  let decoding = 0;
  let lastLarge: Promise<unknown> = Promise.resolve();

  const count = (ownerId: string, change: 1 | -1) => {
    const now = (uploading.get(ownerId) ?? 0) + change;
    if (now === 0) uploading.delete(ownerId);
    else uploading.set(ownerId, now);
    inAll += change;
  };

  return {
    during: async (ownerId, upload) => {
      const isFull = inAll >= MAXIMUM.inAll || (uploading.get(ownerId) ?? 0) >= MAXIMUM.ofOneMember;
      if (isFull) throw problem(photosProblems, 'photos.busy', { retryAfterSeconds: 2 });
      count(ownerId, 1);
      try {
        return await upload();
      } finally {
        count(ownerId, -1);
      }
    },
    alone: (decode) => {
      const decoded = lastLarge.then(decode);
      // The caller gets the error. The next large photo is decoded in any case.
      lastLarge = decoded.catch(() => {});
      return decoded;
    },
    inTurn: async (decode) => {
      // A finished task passes its slot directly to a waiting task. Therefore no later task overtakes a waiting task.
      if (decoding === MAXIMUM.decoding) await new Promise<void>((resolve) => waiting.push(resolve));
      else decoding += 1;
      try {
        return await decode();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else decoding -= 1;
      }
    },
  };
}
