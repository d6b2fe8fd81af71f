import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from '../http.ts';

/** The keys that the scripts know. Like the real services, the sandbox refuses every other key. */
export const MAP_KEYS = {
  good: 'sandbox-map-key',
  /** With this key, Google's script loads and runs, then calls `gm_authFailure`. */
  refused: 'sandbox-map-key-refused',
} as const;

export type MapScripts = {
  url: string;
  close: () => Promise<void>;
};

/**
 * Serves scripts with the interfaces of Google Maps (`GET /maps/api/js`) and Kakao Maps (`GET
 * /v2/maps/sdk.js`), on this machine only. The scripts contain only the parts that a map with pins needs. They draw the
 * pins on an empty sheet that is marked as a test. As in the real scripts, Google's markers need a map id, Kakao's map
 * needs `load`, and an unknown key is refused.
 */
export async function startMapScripts({ port }: { port: number }): Promise<MapScripts> {
  return serve(port, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const script = (text: string) => answer(200, 'text/javascript; charset=utf-8', text);
    const isGoogle = pathname === '/maps/api/js';
    if (!isGoogle && pathname !== '/v2/maps/sdk.js') return answer(404, 'text/plain', 'unknown');

    const key = searchParams.get(isGoogle ? 'key' : 'appkey');
    if (!isGoogle) {
      if (key === MAP_KEYS.good && searchParams.get('autoload') === 'false') return script(KAKAO_MAPS);
      return answer(401, 'application/json', '{"errorType":"AccessDeniedError","message":"wrong appKey"}');
    }
    // Google serves the script for any key. The script checks the key afterwards.
    const settings = JSON.stringify({
      isRefused: key !== MAP_KEYS.good,
      callback: searchParams.get('callback'),
      libraries: (searchParams.get('libraries') ?? '').split(',').filter(Boolean),
    });
    return script(`${GOOGLE_MAPS}\nstandInForGoogleMaps(${settings});`);
  });
}

const textOf = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
const PARTS = textOf('map-parts.browser.js');
const GOOGLE_MAPS = `${PARTS}\n${textOf('google-maps.browser.js')}`;
const KAKAO_MAPS = `${PARTS}\n${textOf('kakao-maps.browser.js')}`;
