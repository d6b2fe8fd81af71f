import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns an HMAC-SHA256 in base64. better-auth signs its cookies in the same way. */
export const signatureOf = ({ secret, text }: { secret: string; text: string }): string =>
  createHmac('sha256', secret).update(text).digest('base64');

/** Whether a signature is valid. The comparison takes constant time. */
export function isSignatureValid(input: { secret: string; text: string; signature: string }): boolean {
  const given = Buffer.from(input.signature, 'base64');
  const expected = Buffer.from(signatureOf(input), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
