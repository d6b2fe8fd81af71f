import { createHash, createSign, generateKeyPairSync } from 'node:crypto';

export type OpenIdPaths = { authorize: string; token: string; profile: string; keys: string };

/** The part of OpenID Connect that Google has beyond OAuth: configuration, keys, and id_tokens signed with RS256. */
export function createOpenId({
  issuer,
  clientId,
  paths,
}: {
  issuer: string;
  clientId: string;
  paths: OpenIdPaths;
}) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const unpublished = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = 'sandbox';
  const documents: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: issuer + paths.authorize,
      token_endpoint: issuer + paths.token,
      userinfo_endpoint: issuer + paths.profile,
      jwks_uri: issuer + paths.keys,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    },
    [paths.keys]: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
  };

  function idToken({
    claims,
    nonce,
    token,
    fault,
  }: {
    claims: object;
    nonce: string | null;
    token: string;
    fault: string;
  }): string {
    const issuedAt = Math.floor(Date.now() / 1000) - (fault === 'expired_token' ? 7200 : 0);
    const hash = createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
    const payload = {
      iss: issuer,
      aud: clientId,
      azp: clientId,
      iat: issuedAt,
      exp: issuedAt + 3600,
      at_hash: hash,
      ...(nonce !== null && { nonce }),
      ...claims,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(payload)}`;
    const { privateKey } = fault === 'wrong_signature' ? unpublished : keys;
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
  }

  return { documents, idToken };
}
