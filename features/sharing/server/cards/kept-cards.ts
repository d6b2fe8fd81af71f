/** Pictures kept in this process, some 40 KB each and 500 KB with a photo; what was unused longest goes first. */
const CARDS_KEPT = 64;

export type KeptCards = {
  /** Drawn once a version of what a link shows, however many robots ask at a time. */
  get: (wanted: { shareId: string; version: string; draw: () => Promise<Buffer> }) => Promise<Buffer>;
};

export function createKeptCards(): KeptCards {
  const kept = new Map<string, { version: string; png: Promise<Buffer> }>();
  return {
    get: ({ shareId, version, draw }) => {
      const known = kept.get(shareId);
      kept.delete(shareId);
      const current = known?.version === version ? known : { version, png: draw() };
      kept.set(shareId, current);
      current.png.catch(() => kept.get(shareId) === current && kept.delete(shareId));
      if (kept.size > CARDS_KEPT) kept.delete(kept.keys().next().value as string);
      return current.png;
    },
  };
}
