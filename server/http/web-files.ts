import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BuiltScreens } from './built-screens.ts';
import type { App } from './feature.ts';
import type { SendPage } from './problem-answers.ts';

/** Where `npm run build` puts the screens. */
export const webFolder = path.join(import.meta.dirname, '../../dist/web');

/**
 * Serves the screens: their files by name, and `index.html` for every other address that a page may have.
 * Files under `assets/` carry a hash of their content in their names, so browsers keep them for ever; whatever
 * keeps its name is asked for again each time.
 */
export async function serveWebFiles(
  app: App,
  { folder, screens }: { folder: string; screens: () => BuiltScreens },
): Promise<SendPage> {
  await app.register(fastifyStatic, {
    root: path.resolve(folder),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Screens may be built later.
    suppressWarning: true,
  });

  return ({ request, reply }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const [address = ''] = request.url.split('?');
    if (address === '/api' || address.startsWith('/api/')) return null;

    const { files } = screens();
    const file = decode(address.slice(1));
    // A build that begins at this moment removes files that were just there.
    if (file && files.has(file) && existsSync(path.join(folder, file))) return sendFile({ reply, file });
    if (!isPage(address)) return null;
    if (files.has('index.html')) return sendFile({ reply, file: 'index.html' });
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The screens have not been built yet. Run: npm run build\n');
  };
}

function sendFile({ reply, file }: { reply: FastifyReply; file: string }): FastifyReply {
  const isNamedByContent = file.startsWith('assets/');
  reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
  return reply.sendFile(file);
}

/** A file has a dot in its last part; an unknown one is not answered with a page. */
const isPage = (address: string) => !address.slice(address.lastIndexOf('/')).includes('.');

function decode(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}
