/**
 * Whether the kind of a maps service means the same as a category. Example: `고기구이` and `고기·구이`, or `카페` and `카페·디저트`.
 */
export function isSameKind(kind: string, category: string): boolean {
  const [shown, named] = [kind, category].map((text) => text.replace(/[\s·,/&()-]/g, '').toLowerCase());
  return shown === named || category.split(/[·,/&]/).some((part) => part.trim().toLowerCase() === shown);
}
