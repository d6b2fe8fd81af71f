import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;
/** Milliseconds that must remain in a period, so that the code is still valid when the server checks it. */
const MARGIN_MS = 8_000;

/**
 * Returns a code of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds).
 * @param key in Base32
 * @param steps number of periods from now. The server accepts -1, 0 and 1.
 */
export function appCode(key: string, steps = 0): string {
  const bits = [...key].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * Returns the code of the previous period. The server accepts this code until the current period ends. If the period
 * ends soon, the function waits for the next period.
 */
export async function previousAppCode(key: string): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < MARGIN_MS) await setTimeout(leftMs);
  return appCode(key, -1);
}
