import type { Connection } from '#server/database/database.ts';

/** A photo that somebody other than its owner asks for. */
export type PhotoRequest = {
  photoId: string;
  ownerId: string;
  /** The id that its feature attached it under. */
  usedBy: string;
  reader: {
    /** null for a visitor. */
    userId: string | null;
    isAdmin: boolean;
    /** The secret of a shared link that came with the request. */
    share: string | null;
  };
};

export type MayReadPhoto = (connection: Connection, request: PhotoRequest) => Promise<boolean>;

export type PhotoReaders = {
  /** Says who, besides the owner, may see the photos that a feature has attached; once a purpose. */
  declare: (purpose: string, mayRead: MayReadPhoto) => void;
  /** False where no feature has said anything. */
  mayRead: (connection: Connection, request: PhotoRequest & { purpose: string }) => Promise<boolean>;
};

/** Who may see photos: each feature that shows photos answers for its own. */
export function createPhotoReaders(): PhotoReaders {
  const declared = new Map<string, MayReadPhoto>();
  return {
    declare: (purpose, mayRead) => {
      if (declared.has(purpose)) throw new Error(`Who may see photos of ${purpose} is declared twice.`);
      declared.set(purpose, mayRead);
    },
    mayRead: async (connection, { purpose, ...request }) =>
      (await declared.get(purpose)?.(connection, request)) ?? false,
  };
}
