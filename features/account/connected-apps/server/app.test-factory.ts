import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** An app that connects to the MCP endpoint with the official SDK: it discovers, registers, and asks for a token. */
export function createTestApp({
  mcpUrl,
  fetch = globalThis.fetch,
  redirectUrl = 'http://127.0.0.1:33418/callback',
  metadata = {},
}: {
  mcpUrl: string;
  fetch?: Fetch;
  redirectUrl?: string;
  metadata?: Partial<OAuthClientMetadata>;
}) {
  const stored: {
    client?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens | undefined;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
    authorizationUrl?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: '밥친구',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      ...metadata,
    },
    state: () => 'state-of-the-app',
    clientInformation: () => stored.client,
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (url) => void (stored.authorizationUrl = url),
    saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier ?? '',
    invalidateCredentials: (scope) => {
      if (scope === 'tokens' || scope === 'all') stored.tokens = undefined;
    },
    saveDiscoveryState: (state) => void (stored.discovery = state),
    discoveryState: () => stored.discovery,
  };
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: provider, fetch });

  return {
    stored,
    /** Begins a connection. @returns the URL that the app opens in the browser */
    begin: async (): Promise<URL> => {
      try {
        await new Client({ name: 'test', version: '1' }).connect(transport());
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
      }
      if (!stored.authorizationUrl) throw new Error('The app was not sent to the authorization server.');
      return stored.authorizationUrl;
    },
    /** Completes the connection. @param returned the URL to which the browser returned */
    complete: (returned: string) => transport().finishAuth(new URL(returned).searchParams),
    connect: async (): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport());
      return client;
    },
  };
}

/** Calls a tool. @returns its result, or the sentence of its error */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [part] = content as { text: string }[];
  return isError ? (part?.text ?? '') : JSON.parse(part?.text ?? '');
}
