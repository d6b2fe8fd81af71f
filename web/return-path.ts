import { paths } from './paths.ts';

/**
 * Returns the path of the previous page if it belongs to this site. If it does not, returns the path of the home page.
 * Rejects every URL that a browser would resolve to another site: `//evil.example`, `/\evil.example`, and
 * `/.//evil.example`, which a browser first resolves to `//evil.example`.
 * @param from the parameter of the URL, unchecked: the router reads `from=1` as a number
 */
export function returnPath(from: unknown): string {
  const target = typeof from === 'string' && from.startsWith('/') ? resolved(from) : null;
  if (target?.origin !== HERE || target.pathname.startsWith('//')) return paths.home;
  const isSignIn = target.pathname === paths.login || target.pathname === paths.signUp;
  return isSignIn ? paths.home : `${target.pathname}${target.search}${target.hash}`;
}

const HERE = 'https://this.invalid';

function resolved(address: string): URL | null {
  try {
    return new URL(address, HERE);
  } catch {
    return null;
  }
}
