import type { Socket } from 'node:net';
import { commonProblems } from '#common/problem.ts';

/** Answers input that is not HTTP, and requests that are too slow or whose headers are too long. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ''] ?? 'request.malformed';
  const status = commonProblems[code];
  const body = JSON.stringify({ type: `/problems/${code}`, title: TITLES[code], status, code });
  socket.end(
    `HTTP/1.1 ${status} ${TITLES[code]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const CODES: Record<string, keyof typeof TITLES> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
};

const TITLES = {
  'request.malformed': 'Bad Request',
  'request.timed_out': 'Request Timeout',
  'request.headers_too_large': 'Request Header Fields Too Large',
} as const;
