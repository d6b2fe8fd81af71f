import type { Readable } from 'node:stream';
import { commonProblems } from '#common/problem.ts';
import { problem } from '#server/http/problem.ts';

/**
 * Passes a body on up to the maximum. A body without a declared length would otherwise have no limit.
 * @throws request.too_large
 */
export async function* limitBytes(body: Readable, maximum: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  // Destroying an unfinished body would close the connection before the answer is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (maximum < bytes) throw problem(commonProblems, 'request.too_large');
    yield chunk;
  }
}
