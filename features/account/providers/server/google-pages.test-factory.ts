import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { google as wire } from '../../../../tools/sandbox/identity/google.ts';
import { type IdentityProvider, startIdentityProvider } from '../../../../tools/sandbox/identity/identity.ts';

export async function openGoogleTestApp(): Promise<{
  google: IdentityProvider;
  testApp: TestApp;
  close: () => Promise<void>;
}> {
  const google = await startIdentityProvider({
    wire,
    redirectUris: [`${OWN_ORIGIN}/api/auth/callback/google`],
  });
  const testApp = await openTestApp({
    settings: {
      GOOGLE_ISSUER: google.url,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
    },
  });
  const close = async () => {
    await testApp.close();
    await google.close();
  };
  return { google, testApp, close };
}

export type Choice = { sub: string } | { cancel: string };

/** Follows Google's pages with the given choice. @returns the redirect URL */
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
    if (location === null) form = new URLSearchParams('sub' in choice ? { person: choice.sub } : choice);
    else {
      form = null;
      address = new URL(location, address);
      if (address.origin === OWN_ORIGIN) return address.href;
    }
  }
}
