/**
 * Places ticked on a shared list, kept for this tab: through log-in and sign-up, which may lead over another site and
 * back.
 */
export function readSelection(shareId: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(shareId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Storage may be full or forbidden; then the ticks last as long as the page. */
export function keepSelection(shareId: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) sessionStorage.removeItem(keyOf(shareId));
    else sessionStorage.setItem(keyOf(shareId), JSON.stringify(ids));
  } catch {
    // As said.
  }
}

const keyOf = (shareId: string) => `momokzi.shared-selection.${shareId}`;
