import type { Connection } from '#server/database/database.ts';

/** A request for a photo by a user who is not the owner of the photo. */
export type PhotoRequest = {
  photoId: string;
  ownerId: string;
  /** The id of the object to which the feature attached the photo. */
  usedBy: string;
  reader: {
    /** The id of the user. It is null for a visitor. */
    userId: string | null;
    isAdmin: boolean;
    /** The secret of the share link sent with the request. */
    share: string | null;
  };
};

export type MayReadPhoto = (connection: Connection, request: PhotoRequest) => Promise<boolean>;

export type PhotoReaders = {
  /**
   * Adds a rule for the photos of a purpose. A user may see a photo if at least one rule of its purpose allows it. The
   * owner always may see it.
   */
  declare: (purpose: string, mayRead: MayReadPhoto) => void;
  /** Whether a rule allows the request. False if no feature has declared the purpose. */
  mayRead: (connection: Connection, request: PhotoRequest & { purpose: string }) => Promise<boolean>;
};

/** Creates the registry of rules. Each feature that shows photos declares its rules here. */
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
