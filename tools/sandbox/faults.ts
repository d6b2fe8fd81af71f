import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Faults of a service. `down` cuts the connection before the answer, `reset` cuts it in the middle of the answer.
 * `slow` waits half a minute before the answer. `truncated` sends half of the JSON as if it were complete.
 * `unavailable` answers 503, `failing` answers 500. `huge` adds three megabytes to a correct answer. `garbled` changes
 * the type of every field.
 */
export const WIRE_FAULTS = [
  'none',
  'down',
  'reset',
  'slow',
  'truncated',
  'unavailable',
  'failing',
  'huge',
  'garbled',
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** Faults of a maps service: those of the connection, and refusals by the service itself. */
export type MapsFault =
  | WireFault
  | 'quota'
  | 'rate'
  | 'key_invalid'
  | 'key_blocked'
  | 'key_referrer'
  | 'not_enabled'
  | 'empty';

export type Reply = { status: number; body: unknown; type?: string; headers?: Record<string, string> };

/**
 * Sends the answer. Applies the faults that change the connection or the body; the service itself implements the other
 * faults.
 */
export function send({
  request,
  response,
  reply,
  fault,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  reply: Reply;
  fault: string;
}): void {
  const { status, type = 'application/json; charset=UTF-8', headers = {} } = reply;
  const body = bodyOf(reply, fault);
  if (fault === 'down') return void request.socket.destroy();
  const answer = () => response.writeHead(status, { 'content-type': type, ...headers });
  if (fault === 'slow') {
    const wait = setTimeout(() => answer().end(body), 30_000);
    return void response.once('close', () => clearTimeout(wait));
  }
  if (fault === 'reset') {
    answer().write(body.subarray(0, body.length / 2));
    return void setTimeout(() => request.socket.destroy(), 20);
  }
  answer().end(fault === 'truncated' ? body.subarray(0, Math.max(1, body.length / 2)) : body);
}

function bodyOf({ body }: Reply, fault: string): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (fault === 'huge' && typeof body === 'object')
    return Buffer.from(JSON.stringify({ ...body, padding: 'x'.repeat(3_000_000) }));
  if (fault === 'garbled') return Buffer.from(JSON.stringify(garbled(body)));
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Turns strings into numbers, numbers into strings, and lists into objects. */
function garbled(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return `${value} 쯤`;
  if (typeof value === 'boolean') return value ? 'yes' : null;
  if (Array.isArray(value)) return { 0: value.map(garbled) };
  if (value === null) return [];
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, garbled(each)]));
}
