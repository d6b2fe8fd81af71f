import type { Connection } from '#server/database/database.ts';

/** Sent by a user other than the photo's owner. */
export type PhotoRequest = {
  photoId: string;
  ownerId: string;
  /** The id of the object to which the feature attached the photo. */
  usedBy: string;
  reader: {
    /** null for a visitor. */
    userId: string | null;
    isAdmin: boolean;
    /** The secret of the share link sent with the request. */
    share: string | null;
  };
};

export type MayReadPhoto = (connection: Connection, request: PhotoRequest) => Promise<boolean>;

export type PhotoReaders = {
  /** A user may see the photos of a purpose if one of its rules allows it. The owner always may. */
  declare: (purpose: string, mayRead: MayReadPhoto) => void;
  /** False if no feature has declared the purpose. */
  mayRead: (connection: Connection, request: PhotoRequest & { purpose: string }) => Promise<boolean>;
};

/** Each feature that shows photos declares its rules here. */
export function createPhotoReaders(): PhotoReaders {
  const declared = new Map<string, MayReadPhoto[]>();
  return {
    declare: (purpose, mayRead) => {
      declared.set(purpose, [...(declared.get(purpose) ?? []), mayRead]);
    },
    mayRead: async (connection, { purpose, ...request }) => {
      for (const mayRead of declared.get(purpose) ?? []) {
        if (await mayRead(connection, request)) return true;
      }
      return false;
    },
  };
}
