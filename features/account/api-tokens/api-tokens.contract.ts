import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const TOKEN_NAME_MAXIMUM = 40;
export const TOKENS_MAXIMUM = 20;

export const apiTokenProblems = defineProblems({
  /** The token is unknown or revoked, or belongs to another member. The answer does not reveal which is the case. */
  'account.token_unknown': 404,
  /** params: limit */
  'account.token_limit_reached': 409,
  'account.token_name_taken': 409,
});

/** What a token permits. `read-write` does not include account settings. */
export const TokenScope = z.enum(['read', 'read-write']);
export type TokenScope = z.infer<typeof TokenScope>;

export const NewApiToken = z.object({
  name: LineOfText.min(1, 'account.token_name_missing').max(TOKEN_NAME_MAXIMUM),
  scope: TokenScope,
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** A member's token without its secret. Times are in milliseconds. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  createdAt: z.number(),
  /** When the token was last used, precise to a minute; null if the token was never used. */
  lastUsedAt: z.number().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

const TokenParams = z.object({ tokenId: z.string().min(1).max(64) });

export const listApiTokens = endpoint({
  method: 'GET',
  url: '/api/account/tokens',
  access: 'member',
  schema: {
    summary: 'List personal API tokens, newest first. Secrets are not included.',
    response: {
      200: z.object({
        tokens: z.array(ApiToken),
        /** The URL with which AI assistants connect; null if the operator has not enabled them. */
        mcpUrl: z.url().nullable(),
      }),
    },
  },
  problems: [],
});

/**
 * The endpoint has no Idempotency-Key, because the stored answer would contain the secret. A repeated request fails,
 * because the name of the token is taken.
 */
export const createApiToken = endpoint({
  method: 'POST',
  url: '/api/account/tokens',
  access: 'member',
  schema: {
    summary: 'Create a personal API token. The secret is returned only in this response.',
    body: NewApiToken,
    response: { 201: z.object({ token: ApiToken, secret: z.string() }) },
  },
  problems: ['account.token_limit_reached', 'account.token_name_taken'],
});

export const revokeApiToken = endpoint({
  method: 'DELETE',
  url: '/api/account/tokens/:tokenId',
  access: 'member',
  schema: {
    summary: 'Revoke a personal API token. Takes effect immediately.',
    params: TokenParams,
    response: { 200: z.object({ revoked: z.literal(true) }) },
  },
  problems: ['account.token_unknown'],
});
