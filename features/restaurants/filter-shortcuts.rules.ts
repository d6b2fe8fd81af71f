import { SHORTCUTS_MAXIMUM } from './filter-shortcuts.limits.ts';

/**
 * Adds the shortcuts of an archive to those of the device. A shortcut of the device with the same name stays.
 * @returns all shortcuts, the number of added ones, and the names for which there is no room
 */
export function withArchived<Shortcut extends { name: string }>({
  stored,
  archived,
}: {
  stored: readonly Shortcut[];
  archived: readonly Shortcut[];
}): { shortcuts: Shortcut[]; added: number; leftOut: string[] } {
  const missing = archived.filter(({ name }) => name !== '' && !stored.some((own) => own.name === name));
  const room = Math.max(0, SHORTCUTS_MAXIMUM - stored.length);
  const fitting = missing.slice(0, room);
  return {
    shortcuts: [...stored, ...fitting],
    added: fitting.length,
    leftOut: missing.slice(room).map(({ name }) => name),
  };
}
