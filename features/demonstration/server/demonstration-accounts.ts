import { createHmac } from 'node:crypto';
import type { Coordinates } from '#common/geo.ts';
import { DEMONSTRATION_ADMIN } from '#server/config.ts';

export type DemonstrationRole = 'free' | 'paid' | 'admin';

export type DemonstrationAccount = {
  role: DemonstrationRole;
  nickname: string;
  email: string;
  /** The saved places by area. `around` is the centre of an area. */
  list: readonly { around: Coordinates; places: number }[];
};

/**
 * The demonstration accounts. The domain `.example` is reserved (RFC 2606), so no mail to these accounts is delivered.
 */
export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  {
    role: 'free',
    nickname: '예시 무료회원',
    email: 'free@momokzi.example',
    // One place fewer than the limit of free members.
    list: [{ around: { lat: 37.5665, lng: 126.978 }, places: 9 }],
  },
  {
    role: 'paid',
    nickname: '예시 유료회원',
    email: 'paid@momokzi.example',
    list: [
      { around: { lat: 37.5446, lng: 127.0559 }, places: 8 },
      { around: { lat: 37.5609, lng: 126.9257 }, places: 6 },
      { around: { lat: 35.1587, lng: 129.1604 }, places: 6 },
      { around: { lat: 35.8151, lng: 127.153 }, places: 5 },
      { around: { lat: 37.7519, lng: 128.8761 }, places: 4 },
      { around: { lat: 33.4996, lng: 126.5312 }, places: 6 },
      { around: { lat: 35.8693, lng: 128.5945 }, places: 4 },
      { around: { lat: 36.3275, lng: 127.4274 }, places: 3 },
    ],
  },
  { role: 'admin', nickname: '예시 관리자', email: DEMONSTRATION_ADMIN, list: [] },
];

/**
 * Returns the password of an account. It is derived from the secret, so that it can be printed at every start without
 * being stored.
 */
export const demonstrationPassword = ({ secret, email }: { secret: string; email: string }): string =>
  createHmac('sha256', secret).update(`demonstration ${email}`).digest('hex').slice(0, 12);
