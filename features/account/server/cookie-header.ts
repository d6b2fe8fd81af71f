import type { Settings } from '#server/config.ts';

/**
 * Names and attributes of this product's cookies. On https the name's prefix makes the browser itself refuse the
 * cookie from another host, another path or a plain connection.
 */
export function cookieOf({
  settings,
  name,
}: {
  settings: Pick<Settings, 'BASE_URL'>;
  name: 'session' | 'device' | 'state';
}) {
  const secure = settings.BASE_URL.startsWith('https:');
  const fullName = `${secure ? '__Host-' : ''}momokzi.${name}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name: fullName,
    secure,
    /** Its value in a Cookie header, percent-decoded; null if there is none or it is malformed. */
    read: (header: string | undefined) => (header === undefined ? null : valueIn({ header, name: fullName })),
    /** A Set-Cookie header. */
    write: ({ value, maxAgeMs }: { value: string; maxAgeMs: number }) =>
      `${fullName}=${encodeURIComponent(value)}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}`,
  };
}

function valueIn({ header, name }: { header: string; name: string }): string | null {
  const prefix = `${name}=`;
  for (const part of header.split(';')) {
    const pair = part.trim();
    if (!pair.startsWith(prefix)) continue;
    try {
      return decodeURIComponent(pair.slice(prefix.length));
    } catch {
      return null;
    }
  }
  return null;
}
