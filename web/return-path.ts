import { paths } from './paths.ts';

/**
 * Where to go after signing in: the page one came from if it is a page of this very site, else home. An address
 * that a browser would read as another site's is not one of ours, in whatever disguise: `//evil.example`,
 * `/\evil.example`, or `/.//evil.example`, which becomes the first once it is resolved.
 */
export function returnPath(from: string | undefined): string {
  const target = from?.startsWith('/') ? resolved(from) : null;
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
