import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

export type UploadSlots = {
  /**
   * Counts an upload from its first byte to its answer.
   * @throws photos.busy where one member, or all of them, upload too many at once
   */
  during: <T>(ownerId: string, upload: () => Promise<T>) => Promise<T>;
  /** Runs the part that takes memory, two at a time, in the order of asking. */
  inTurn: <T>(decode: () => Promise<T>) => Promise<T>;
};

const AT_ONCE = { decoding: 2, ofOneMember: 12, inAll: 60 };

/** Holds uploads of this process to what its memory and its disk bear. */
export function createUploadSlots(): UploadSlots {
  const uploading = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let inAll = 0;
  let decoding = 0;

  const count = (ownerId: string, change: 1 | -1) => {
    const now = (uploading.get(ownerId) ?? 0) + change;
    if (now === 0) uploading.delete(ownerId);
    else uploading.set(ownerId, now);
    inAll += change;
  };

  return {
    during: async (ownerId, upload) => {
      const isFull = inAll >= AT_ONCE.inAll || (uploading.get(ownerId) ?? 0) >= AT_ONCE.ofOneMember;
      if (isFull) throw problem(photosProblems, 'photos.busy', { retryAfterSeconds: 2 });
      count(ownerId, 1);
      try {
        return await upload();
      } finally {
        count(ownerId, -1);
      }
    },
    inTurn: async (decode) => {
      // Whoever ends hands its place over, so that nobody overtakes who waits.
      if (decoding === AT_ONCE.decoding) await new Promise<void>((resolve) => waiting.push(resolve));
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
