/** Returns the list with one item moved. If `to` is out of range, returns the list unchanged. */
export function moved<T>(list: readonly T[], { from, to }: { from: number; to: number }): T[] {
  const next = [...list];
  if (from < 0 || list.length <= from || to < 0 || list.length <= to) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
