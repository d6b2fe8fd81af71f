import { type ClientRequest, createServer, type IncomingMessage, request as forward } from 'node:http';
import { type APIRequestContext, chromium, type Page } from '@playwright/test';
import fc from 'fast-check';
import { build } from 'vite';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openKillableServer } from '#server/http/killable-server.ts';
import { buildWorker, workerFor } from '#web/build/service-worker.ts';
import { DEVICE_PAGE } from '#web/first-screen/device-page.ts';
import { getBrowser } from '../browser.mjs';
import type { OutboxPage } from './outbox-page.ts';

declare const outbox: OutboxPage;

export type Phones = Awaited<ReturnType<typeof openPhones>>;
export type Phone = Awaited<ReturnType<Phones['openPhone']>>;

/** Opens phones in a real browser. Each phone has only the outbox and the service worker of the product. */
export async function openPhones({ port }: { port: string }) {
  const origin = `http://localhost:${port}`;
  const serverPort = String(Number(port) + 10);
  const [server, browser, files] = await Promise.all([
    openKillableServer({ BASE_URL: origin, PORT: serverPort }),
    getBrowser().then((options) => chromium.launch({ ...options, args: ['--no-sandbox', '--disable-gpu'] })),
    phoneFiles(),
  ]);
  const writes: Promise<CollectionWrite | null>[] = [];
  const proxy = await openProxy({
    port: Number(port),
    files,
    serverPort,
    onWrite: (write) => writes.push(write),
  });
  const signIn = async (request: APIRequestContext, { email, password }: TestMember): Promise<void> => {
    const answer = await request.post(`${origin}/api/account/sign-in`, {
      headers: { origin },
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`);
  };

  /** @param onTab prepares each tab before it starts */
  const openPhone = async ({
    withoutIds = false,
    onTab = async () => {},
  }: { withoutIds?: boolean; onTab?: (tab: Page) => Promise<void> } = {}) => {
    const member = await signUpMember(server.on.app);
    const context = await browser.newContext();
    await signIn(context.request, member);
    let loses = 0;
    let lost = 0;
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (!pathname.startsWith('/api/') || loses === 0) return route.continue();
      loses -= 1;
      await route.fetch().catch(() => undefined);
      lost += 1;
      return route.abort();
    });
    const openTab = async () => {
      const tab = await context.newPage();
      await tab.goto(`${origin}${PHONE}`);
      await tab.waitForFunction('window.outbox && navigator.serviceWorker.controller');
      if (withoutIds) await tab.evaluate(() => outbox.forgetIds());
      await onTab(tab);
      await tab.evaluate((uid) => outbox.start(uid), member.userId);
      return tab;
    };
    let tabs: Page[] = [await openTab()];
    let isOffline = false;
    return {
      member,
      context,
      isOffline: () => isOffline,
      tab: (at = 0) => tabs[at % tabs.length] as Page,
      openSecondTab: async () => {
        if (tabs.length < 2) tabs.push(await openTab());
      },
      killTabs: async () => {
        await Promise.all(tabs.map((tab) => tab.close()));
        tabs = [await openTab()];
      },
      setOffline: async (next: boolean) => {
        isOffline = next;
        await context.setOffline(next);
      },
      loseAnswer: () => {
        loses += 1;
      },
      lost: () => lost,
      reset: () => {
        loses = 0;
      },
    };
  };

  return {
    origin,
    server,
    signIn,
    openPhone,
    /** Returns the writes in the order of their answers. Writes whose answer did not reach the phone are included. */
    writesOf: async (collectionId: string) =>
      (await Promise.all(writes))
        .filter((write) => write !== null)
        .filter(({ path }) => path.startsWith(`/api/collections/${collectionId}/`))
        .toSorted((a, b) => a.nth - b.nth),
    close: async () => {
      await browser.close();
      await proxy.close();
      await server.close();
    },
  };
}

/** Path of the page. The service worker answers this path without a connection, because it is a page of the app. */
const PHONE = '/app/phone';

/**
 * Returns the files of the phone: the page, its script, and the product's service worker, which stores the page and the
 * script.
 */
async function phoneFiles(): Promise<Files> {
  const [script, code] = await Promise.all([bundle(), buildWorker([])]);
  const [scriptPath, type] = ['/assets/phone.js', 'text/javascript'];
  const page = {
    type: 'text/html',
    body: `<!doctype html><script type="module" src="${scriptPath}"></script>`,
  };
  const precache = [DEVICE_PAGE, scriptPath].map((url) => ({ url, revision: '1' }));
  return new Map([
    [PHONE, page],
    [DEVICE_PAGE, page],
    [scriptPath, { type, body: script }],
    ['/service-worker.js', { type, body: workerFor({ code, precache, later: [] }) }],
  ]);
}
type Files = ReadonlyMap<string, { type: string; body: string }>;

/**
 * Serves `files` and passes all other requests to the server. A proxy is necessary, because Playwright cannot intercept
 * the service worker's requests for pages.
 */
async function openProxy({
  port,
  files,
  serverPort,
  onWrite,
}: {
  port: number;
  files: Files;
  serverPort: string;
  onWrite: (write: Promise<CollectionWrite | null>) => void;
}) {
  const proxy = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file) return response.setHeader('content-type', file.type).end(file.body);
    const { method, url: path } = request;
    // The proxy requests answers without compression, so that it can record them.
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const sent = forward({ port: serverPort, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // The answer is not piped, because with a pipe, a closed connection to the phone would also stop the recording.
      answer.on('data', (chunk) => response.write(chunk));
      // If a killed server has not completed its answer, the connection to the phone is closed. Otherwise the phone
      // would wait for the rest of the answer.
      answer.on('close', () => (answer.complete ? response.end() : response.destroy()));
    });
    if (method !== 'GET' && path?.startsWith('/api/collections/')) onWrite(recorded(request, sent));
    sent.on('error', () => response.destroy());
    return request.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(port, resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        proxy.close(resolve);
        proxy.closeAllConnections();
      }),
  };
}

/** A write that the server has answered. */
export type CollectionWrite = {
  method: string;
  path: string;
  /** Id of the account that the outbox has sent with the write. */
  account: string;
  body: unknown;
  status: number;
  answer: unknown;
  /** The position of the answer among all recorded answers. */
  nth: number;
};

let answers = 0;

/** Resolves when the server has answered; null if the request or the answer did not arrive completely. */
const recorded = (request: IncomingMessage, sent: ClientRequest): Promise<CollectionWrite | null> =>
  new Promise((resolve) => {
    const body = bodyOf(request);
    request.on('close', () => !request.complete && resolve(null));
    sent.on('error', () => resolve(null));
    sent.on('response', async (answer) => {
      answers += 1;
      const nth = answers;
      const answered = bodyOf(answer);
      const { method = '', url: path = '' } = request;
      const account = String(request.headers['momokzi-account'] ?? '');
      const status = answer.statusCode ?? 0;
      resolve({ method, path, account, body: await body, status, answer: await answered, nth });
    });
  });

/** Reads the JSON body while the proxy forwards the message. Returns null if the body is empty. */
const bodyOf = (message: IncomingMessage): Promise<unknown> =>
  new Promise((resolve) => {
    let text = '';
    message.on('data', (chunk: Buffer) => (text += chunk));
    message.on('end', () => resolve(text === '' ? null : JSON.parse(text)));
  });

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry: new URL('page.ts', import.meta.url).pathname, formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  return files.find((file) => file.type === 'chunk')?.code ?? '';
}

/** Time limit of a sequence in milliseconds. A sequence takes less than 10 s, and less than 40 s on a busy machine. */
const LONGEST_SEQUENCE = 120_000;

/**
 * Plays the sequences and prints the progress. If a sequence fails or exceeds `LONGEST_SEQUENCE`, throws an error that
 * contains the steps of the sequence.
 */
export async function playAll<Step>({
  sequence,
  count,
  play,
}: {
  sequence: fc.Arbitrary<Step[]>;
  count: number;
  play: (steps: Step[]) => Promise<void>;
}): Promise<void> {
  const start = Date.now();
  let played = 0;
  const property = fc.asyncProperty(sequence, async (steps) => {
    await play(steps);
    played += 1;
    const seconds = Math.round((Date.now() - start) / 1000);
    if (played % 20 === 0) console.log(`${played} of ${count} sequences in ${seconds} s`);
  });
  await fc.assert(property, { numRuns: count, endOnFailure: true, plugins: [fc.timeout(LONGEST_SEQUENCE)] });
}

/** Sends the stored actions. Returns when every remaining action is refused or waits for a refused action. */
export async function sendAll(phone: Phone) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    await phone.tab().evaluate(() => outbox.send());
    const left = await phone.tab().evaluate(() => outbox.storedActions());
    const blocked = new Set(left.flatMap(({ code, object }) => (code === null ? [] : object)));
    const waiting = left.filter(({ code, object }) => code === null && !blocked.has(object));
    if (waiting.length === 0) return left;
    if (Date.now() > deadline) throw new Error(`Not sent: ${JSON.stringify(left)}`);
  }
}
