/**
 * Returns the address of the page that has this path. Ignores case and extra slashes. Returns null if no page has this
 * path.
 * @param patterns the addresses of all pages (web/paths.ts). `$name` is a parameter, `{-$name}` an optional one
 * @example canonicalAddress(['/faq'], '/FAQ/') // '/faq'
 */
export function canonicalAddress(patterns: readonly string[], path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '');
  for (const pattern of patterns) {
    const address = fitted(pattern, parts);
    if (address !== null) return address;
  }
  return null;
}

function fitted(pattern: string, parts: readonly string[]): string | null {
  const wanted = pattern.split('/').filter((part) => part !== '');
  const required = wanted.filter((part) => !part.startsWith('{-$')).length;
  if (parts.length < required || parts.length > wanted.length) return null;
  const address = parts.map((part, at) => {
    const name = wanted[at] ?? '';
    if (name.includes('$')) return part;
    return name === part.toLowerCase() ? name : null;
  });
  return address.includes(null) ? null : `/${address.join('/')}`;
}
