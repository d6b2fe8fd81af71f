import { ApiProblem, lostConnection } from '../api.ts';

/** Maximum time in milliseconds without progress. Progress is a sent byte or, after the last byte, the answer. */
export const STALLED_MILLISECONDS = 60_000;

/**
 * Uploads a file and returns the answer. XMLHttpRequest is used, because `fetch` reports no upload progress.
 * @throws ApiProblem; the signal's reason when cancelled
 */
export function uploadFile<Answer>({
  method,
  url,
  headers,
  blob,
  signal,
  onProgress,
}: {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  blob: Blob;
  signal: AbortSignal;
  /** Called with the sent share of the upload, from 0 to 1. */
  onProgress: (share: number) => void;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // If there is no progress for this time, the connection counts as lost.
    let timer = setTimeout(onStalled, STALLED_MILLISECONDS);
    function onStalled() {
      reject(new ApiProblem({ status: 0, code: 'network.timed_out' }));
      request.abort();
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(onStalled, STALLED_MILLISECONDS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status === 201 && answer) resolve(answer as Answer);
      else reject(problemOf({ status: request.status, answer }));
    };
    request.onerror = () => reject(lostConnection());
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(blob);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function problemOf({ status, answer }: { status: number; answer: Record<string, unknown> | null }) {
  if (typeof answer?.code !== 'string') return new ApiProblem({ status, code: 'server.failed' });
  return new ApiProblem({
    status,
    code: answer.code,
    params: (answer.params ?? {}) as Record<string, string | number>,
  });
}
