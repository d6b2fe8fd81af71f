import type { TokenScope } from '../api-tokens/api-tokens.contract.ts';

/** The page that asks the member. web/paths.ts has the same path. */
export const CONNECT_PAGE = '/app/connect';

export const APP_NAME_MAXIMUM = 60;
export const REDIRECT_URIS_MAXIMUM = 5;

/** Seconds for which an access token is valid. */
export const ACCESS_TOKEN_SECONDS = 30 * 60;
/** Seconds for which a refresh token is valid. Every use returns a new one. */
export const REFRESH_TOKEN_SECONDS = 60 * 24 * 60 * 60;
/** Days after which a member is asked again, even if the app is used all the time. */
export const CONNECTION_DAYS = 365;
/** Seconds in which a refresh token can be used again, because the response to the first use may have been lost. */
export const REFRESH_RETRY_SECONDS = 30;

/** Maximum number of registered apps that no member has connected. */
export const UNUSED_APPS_MAXIMUM = 10_000;
/** Days after which the registration of an app that no member has connected is deleted. */
export const UNUSED_APP_DAYS = 7;
/** The number of changes of assistants that the settings show. */
export const SHOWN_ACTS = 10;

/** `offline_access` is the scope of refresh tokens. Every app gets it, because a connection lasts until it is ended. */
export const SCOPES = ['read', 'write', 'offline_access'] as const;

/** Returns the URL of the MCP endpoint, the only one that accepts the access tokens of apps. */
export const mcpUrlOf = (baseUrl: string) => `${baseUrl}/mcp`;

/**
 * Returns the scopes for which the member is asked. Reading is part of every connection. Unknown scopes are ignored (RFC
 * 6749, section 3.3), because apps also ask for scopes of other services.
 * @param requested the parameter `scope`; without it an app asks for everything
 */
export function askedScopes(requested: string | null): string[] {
  const asksToWrite = requested === null || requested.split(' ').includes('write');
  return SCOPES.filter((scope) => scope !== 'write' || asksToWrite);
}

/** Returns the part of the scopes that the member has allowed. */
export const allowedScopes = ({ asked, mayWrite }: { asked: readonly string[]; mayWrite: boolean }) =>
  asked.filter((scope) => scope !== 'write' || mayWrite);

/**
 * Returns what a token permits. The connection is compared too, because the member may have allowed less since the token
 * was issued.
 */
export const tokenScopeOf = (...scopes: readonly string[][]): TokenScope =>
  scopes.every((of) => of.includes('write')) ? 'read-write' : 'read';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an app may be reached there: over https, or by a program on the member's own machine. */
export function isAllowedRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || url.username || url.password || uri.includes('#')) return false;
  const isLoopback = LOOPBACK_HOSTS.includes(url.hostname);
  return isLoopback ? url.protocol === 'http:' : url.protocol === 'https:';
}

export const hostOf = (uri: string): string => URL.parse(uri)?.host ?? '';
