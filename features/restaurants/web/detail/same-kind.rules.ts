/** Whether a maps service's kind is the same as the category: 고기구이 and 고기·구이, 카페 and 카페·디저트. */
export function isSameKind(kind: string, category: string): boolean {
  const [shown, named] = [kind, category].map((text) => text.replace(/[\s·,/&()-]/g, '').toLowerCase());
  return shown === named || category.split(/[·,/&]/).some((part) => part.trim().toLowerCase() === shown);
}
