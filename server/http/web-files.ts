import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BuiltScreens } from './built-screens.ts';
import { acceptedEncoding } from './encodings.ts';
import type { App } from './feature.ts';
import { canonicalAddress } from './page-addresses.ts';
import type { SendPage } from './problem-answers.ts';

/** Output folder of `npm run build`. */
export const webFolder = path.join(import.meta.dirname, '../../dist/web');

/**
 * Serves the built files. `index.html` is the answer for every page address. Other spellings of a page address
 * (`/FAQ/`) redirect to the page address.
 * Unknown addresses redirect browsers to the landing page.
 * Browsers cache files under `assets/` for ever, because the names contain a content hash.
 * All other files are revalidated on each request.
 */
export async function serveWebFiles(
  app: App,
  {
    folder,
    screens,
    released,
  }: {
    folder: string;
    screens: () => BuiltScreens;
    /** The folder with the files of the versions of the last week (released-assets.ts). */
    released: string;
  },
): Promise<SendPage> {
  await app.register(fastifyStatic, {
    root: path.resolve(folder),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // A missing folder is not an error, because the application may be built later.
    suppressWarning: true,
  });

  return ({ request, reply }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const [address = ''] = request.url.split('?');
    if (address === '/api' || address.startsWith('/api/')) return null;

    const { files, read, prerendered } = screens();
    const file = decode(address.slice(1));
    // The file may be missing on disk, because a build that has just started removes files.
    if (file && files.has(file) && existsSync(path.join(folder, file)))
      return sendFromMemory({ reply, file, read }) ?? sendFile({ reply, file });
    if (RELEASED_NAME.test(file ?? '') && file && existsSync(path.join(released, file)))
      return sendFile({ reply, file, root: released });
    const page = pageAt({ address, addresses: prerendered.addresses });
    if (page === null) return isForReading(request) ? reply.redirect('/', 302) : null;
    if (page !== address) return reply.redirect(`${page}${request.url.slice(address.length)}`, 308);
    if (files.has('index.html')) return sendFile({ reply, file: 'index.html' });
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The screens have not been built yet. Run: npm run build\n');
  };
}

/**
 * Matches workers named `*.wasm-worker.ts`, which may compile WebAssembly. The policy of a worker comes from the
 * response of its own file. Therefore the policy of pages need not allow WebAssembly.
 */
const WASM_WORKER = /^assets\/[\w-]+\.wasm-worker-[\w-]+\.js$/;
const WASM_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Matches only names in the form that the build writes. Therefore a request cannot read files outside the folder. */
const RELEASED_NAME = /^assets\/[\w-]+(\.[\w-]+)+$/;

/** The types of the files that are sent from memory. */
const TYPES_IN_MEMORY: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
};
const SUFFIXES = { br: '.br', gzip: '.gz' };

/**
 * Sends a script or a style sheet with a content hash in its name. Screens load up to 60 of them at once, and reading
 * each from the disk takes most of the CPU time of its request. Returns null for other files.
 */
function sendFromMemory({
  reply,
  file,
  read,
}: {
  reply: FastifyReply;
  file: string;
  read: BuiltScreens['read'];
}): FastifyReply | null {
  const type = TYPES_IN_MEMORY[path.extname(file)];
  if (type === undefined || !file.startsWith('assets/')) return null;
  const encoding = acceptedEncoding(reply.request.headers);
  const compressed = encoding && read(`${file}${SUFFIXES[encoding]}`);
  const content = compressed ?? read(file);
  if (content === null) return null;
  if (compressed) reply.header('content-encoding', encoding);
  return setFileHeaders(reply, file).header('vary', 'accept-encoding').type(type).send(content);
}

function sendFile({
  reply,
  file,
  root,
}: {
  reply: FastifyReply;
  file: string;
  /** The folder of the file. Default: the folder of the build. */
  root?: string;
}): FastifyReply {
  setFileHeaders(reply, file);
  return root === undefined ? reply.sendFile(file) : reply.sendFile(file, root);
}

function setFileHeaders(reply: FastifyReply, file: string): FastifyReply {
  const isNamedByContent = file.startsWith('assets/');
  if (WASM_WORKER.test(file)) reply.header('content-security-policy', WASM_WORKER_POLICY);
  return reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/**
 * Returns the canonical address of the page, or null if the address is not a page. If the build has no list of
 * addresses, any path without a file extension is a page.
 */
function pageAt({ address, addresses }: { address: string; addresses: readonly string[] }): string | null {
  if (addresses.length > 0) return canonicalAddress(addresses, address);
  return address.slice(address.lastIndexOf('/')).includes('.') ? null : address;
}

const isForReading = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

function decode(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}
