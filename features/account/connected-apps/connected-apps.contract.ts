import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { TokenScope } from '../api-tokens/api-tokens.contract.ts';

export const connectedAppProblems = defineProblems({
  /** The request has expired, was changed, or belongs to an app that is no longer registered. */
  'account.connection_request_invalid': 400,
  'account.connection_unknown': 404,
});

/** An app that acts for a member. Times are in milliseconds. */
export const ConnectedApp = z.object({
  id: z.string(),
  /** The app has chosen its name itself. */
  name: z.string(),
  /** The host that receives the member after the consent; a host of this machine for a program on it. */
  host: z.string(),
  scope: TokenScope,
  connectedAt: z.number(),
  /** When the app was last used, precise to a minute; null if it was never used. */
  lastUsedAt: z.number().nullable(),
});
export type ConnectedApp = z.infer<typeof ConnectedApp>;

/** A change that an assistant made for the member. */
export const AssistantAct = z.object({
  id: z.string(),
  /** The name of the API token or of the app. */
  assistant: z.string(),
  tool: z.enum(['add_place', 'stamp_place', 'write_note']),
  /** Null if the place no longer exists. */
  placeName: z.string().nullable(),
  actedAt: z.number(),
});
export type AssistantAct = z.infer<typeof AssistantAct>;

const SignedRequest = z.string().min(1).max(6000);

export const listConnectedApps = endpoint({
  method: 'GET',
  url: '/api/account/connected-apps',
  access: 'member',
  schema: {
    summary: 'List the apps that are connected over OAuth, and the last ten changes of assistants.',
    response: { 200: z.object({ apps: z.array(ConnectedApp), acts: z.array(AssistantAct) }) },
  },
  problems: [],
});

export const readConnectionRequest = endpoint({
  method: 'POST',
  url: '/api/account/connected-apps/request',
  access: 'member',
  schema: {
    summary: 'Read the request of an app that wants to be connected. Changes nothing.',
    body: z.object({ request: SignedRequest }),
    response: { 200: z.object({ name: z.string(), host: z.string(), asksToWrite: z.boolean() }) },
  },
  problems: ['account.connection_request_invalid'],
});

export const decideConnection = endpoint({
  method: 'POST',
  url: '/api/account/connected-apps/decision',
  access: 'member',
  schema: {
    summary: 'Connect an app, or refuse it. Returns the URL of the app to redirect the browser to.',
    body: z.object({ request: SignedRequest, isAllowed: z.boolean(), mayWrite: z.boolean() }),
    response: { 200: z.object({ url: z.string() }) },
  },
  problems: ['account.connection_request_invalid'],
});

export const disconnectApp = endpoint({
  method: 'DELETE',
  url: '/api/account/connected-apps/:appId',
  access: 'member',
  schema: {
    summary: 'Disconnect an app. Its tokens end immediately.',
    params: z.object({ appId: z.string().min(1).max(64) }),
    response: { 200: z.object({ disconnected: z.literal(true) }) },
  },
  problems: ['account.connection_unknown'],
});
