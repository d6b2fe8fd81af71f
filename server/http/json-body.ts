import type { App } from './feature.ts';
import { commonProblems } from '#common/problem.ts';
import { problem } from './problem.ts';

/**
 * Reads JSON bodies and refuses texts that PostgreSQL cannot store. PostgreSQL's `text` refuses U+0000, and its `jsonb`
 * refuses lone surrogates.
 * Valid JSON can contain both as escapes, and a URL can contain U+0000 as %00.
 */
export function readJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parseJson(request, text, (error, body) => {
      if (error) return done(error);
      if (isUnstorableText({ text, body })) return done(problem(commonProblems, 'request.malformed'));
      done(null, body);
    });
  });

  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? problem(commonProblems, 'request.malformed') : undefined);
  });
}

/** Matches escapes that PostgreSQL may be unable to store. Bodies without such an escape are not searched further. */
const SUSPICIOUS_ESCAPE = /\\u(0000|d[89a-f])/i;

/** Whether PostgreSQL cannot store a text in the body. */
export function isUnstorableText({ text, body }: { text: string; body: unknown }): boolean {
  return SUSPICIOUS_ESCAPE.test(text) && containsUnstorableText(body);
}

function containsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => containsUnstorableText(key) || containsUnstorableText(inner),
  );
}
