import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Me, Nickname } from '../account.contract.ts';

export const settingsProblems = defineProblems({
  /** The device is unknown or signed out, or belongs to another member. The answer does not reveal which is the case. */
  'account.device_unknown': 404,
});

export const NicknameForm = z.object({ nickname: Nickname });
export type NicknameForm = z.infer<typeof NicknameForm>;

/** A browser with a session of the member. Times are in milliseconds. */
export const Device = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** Product names, such as 'Chrome' and 'Windows'. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The first half of the network address, such as '203.0.*.*'. */
  network: z.string().nullable(),
  signedInAt: z.number(),
  /** When the session was last used. The value is updated at most once an hour. */
  lastSeenAt: z.number(),
});
export type Device = z.infer<typeof Device>;

const DeviceParams = z.object({ deviceId: z.string().min(1).max(64) });

export const changeNickname = endpoint({
  method: 'PATCH',
  url: '/api/account/profile',
  access: 'member',
  schema: {
    summary: 'Change the nickname.',
    body: NicknameForm,
    response: { 200: z.object({ me: Me }) },
  },
  problems: [],
});

export const listDevices = endpoint({
  method: 'GET',
  url: '/api/account/devices',
  access: 'member',
  schema: {
    summary: 'List signed-in devices: the current one first, then by last use.',
    response: { 200: z.object({ devices: z.array(Device) }) },
  },
  problems: [],
});

export const signOutDevice = endpoint({
  method: 'DELETE',
  url: '/api/account/devices/:deviceId',
  access: 'member',
  schema: {
    summary: 'Sign out another device.',
    params: DeviceParams,
    response: { 200: z.object({ signedOut: z.literal(1) }) },
  },
  problems: ['account.device_unknown'],
});

export const signOutOtherDevices = endpoint({
  method: 'DELETE',
  url: '/api/account/devices',
  access: 'member',
  schema: {
    summary: 'Sign out all other devices.',
    response: { 200: z.object({ signedOut: z.number().int() }) },
  },
  problems: [],
});
