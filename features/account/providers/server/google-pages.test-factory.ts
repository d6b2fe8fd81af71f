import { OWN_ORIGIN } from '#server/http/test-app.ts';

export type Choice = { sub: string } | { cancel: string };

/** Submits the account page of the sandbox's Google; returns the redirect URL. */
export async function chooseAtGoogle(start: string, choice: Choice): Promise<string> {
  const jar = new Map<string, string>();
  let address = new URL(start);
  let form: URLSearchParams | null = null;
  for (;;) {
    const response: Response = await fetch(address, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/);
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) form = new URLSearchParams(choice);
    else {
      form = null;
      address = new URL(location, address);
      if (address.origin === OWN_ORIGIN) return address.href;
    }
  }
}
