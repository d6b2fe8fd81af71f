import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const TOKEN_NAME_MAXIMUM = 40;
/** So many may one account have; a lost one is revoked, not piled upon. */
export const TOKENS_MAXIMUM = 20;

export const apiTokenProblems = defineProblems({
  /** Unknown, revoked already, or somebody else's: never told apart. */
  'account.token_unknown': 404,
  /** params: limit */
  'account.token_limit_reached': 409,
  'account.token_name_taken': 409,
});

/** What a token may do: read only, or all that the person may do but for the account itself. */
export const TokenScope = z.enum(['read', 'read-write']);
export type TokenScope = z.infer<typeof TokenScope>;

export const NewApiToken = z.object({
  name: z.string().normalize().trim().min(1, 'account.token_name_missing').max(TOKEN_NAME_MAXIMUM),
  scope: TokenScope,
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** A personal API token as its owner sees it afterwards. Times in milliseconds. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  createdAt: z.number(),
  /** To the minute; null while it was never used. */
  lastUsedAt: z.number().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

const TokenParams = z.object({ tokenId: z.string().min(1).max(64) });

export const listApiTokens = endpoint({
  method: 'GET',
  url: '/api/account/tokens',
  access: 'member',
  schema: {
    summary: 'Personal API tokens, the newest first; never the secrets',
    response: { 200: z.object({ tokens: z.array(ApiToken) }) },
  },
  problems: [],
});

/**
 * Not under an Idempotency-Key: the answer carries the secret, and an answer kept for repeats would keep it in clear.
 * A repeat finds the name taken instead.
 */
export const makeApiToken = endpoint({
  method: 'POST',
  url: '/api/account/tokens',
  access: 'member',
  schema: {
    summary: 'Make a personal API token; this answer alone carries it',
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
    summary: 'Revoke a personal API token; its next request is refused',
    params: TokenParams,
    response: { 200: z.object({ revoked: z.literal(true) }) },
  },
  problems: ['account.token_unknown'],
});
