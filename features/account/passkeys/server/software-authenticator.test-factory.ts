import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

/** Creates an authenticator in software: W3C Web Authentication, Level 3, with ES256 and attestation "none". */
export function softwareAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: 'webauthn.create' | 'webauthn.get', given: Ceremony) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: given.challenge,
        origin: given.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = ({
    isUserVerified = true,
    extra,
  }: {
    isUserVerified?: boolean | undefined;
    extra?: Buffer;
  }) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | (extra ? CREDENTIAL_INCLUDED : 0);
    const parts = [sha256(Buffer.from(rpId)), Buffer.from([flags]), count];
    return Buffer.concat(extra ? [...parts, extra] : parts);
  };
  const answer = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId: id.toString('base64url'),

    create(given: Ceremony) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const extra = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', null],
        ['authData', authenticatorData({ isUserVerified: given.isUserVerified, extra })],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', given).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },

    get(given: Ceremony) {
      const client = clientData('webauthn.get', given);
      const data = authenticatorData({ isUserVerified: given.isUserVerified });
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

type Ceremony = { challenge: string; origin?: string; isUserVerified?: boolean };

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** A value that `cbor` can encode. null is encoded as an empty map. */
type Cbor = number | string | Buffer | null;

/** Encodes a value in CBOR (RFC 8949). Only the types that the public key and the attestation need are supported. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return head(5, 0);
}

const cborMap = (pairs: readonly (readonly [Cbor, Cbor])[]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flatMap((pair) => pair.map(cbor))]);

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
