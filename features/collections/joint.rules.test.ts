import { expect, test } from 'vitest';
import { CollectionRole } from './collections.contract.ts';
import { canAct, canJoin, type CollectionAct, isReadOnly } from './joint.rules.ts';

const ACTS = ['arrange', 'react', 'edit', 'invite', 'manage', 'leave'] as const satisfies CollectionAct[];
const allowed = (membershipStatus: Omit<Parameters<typeof canAct>[0], 'role'>) =>
  Object.fromEntries(
    CollectionRole.options.map((role) => [
      role,
      ACTS.filter((act) => canAct({ ...membershipStatus, role }, act).allowed),
    ]),
  );

test('함께 쓰는 모음에서 누가 무엇을 할 수 있는지', () => {
  expect(allowed({ ownerTier: 'paid', memberCount: 3 })).toEqual({
    owner: ['arrange', 'react', 'edit', 'invite', 'manage'],
    editor: ['arrange', 'react', 'leave'],
    reader: ['react', 'leave'],
  });
});

test('주인의 유료 기간이 끝나면 모두 읽기만 하고, 주인은 정리하고 나머지는 나갈 수 있다', () => {
  expect(allowed({ ownerTier: 'free', memberCount: 3 })).toEqual({
    owner: ['manage'],
    editor: ['leave'],
    reader: ['leave'],
  });
  expect(canAct({ role: 'owner', ownerTier: 'free', memberCount: 3 }, 'arrange')).toEqual({
    allowed: false,
    reason: 'read_only',
  });
});

test('혼자 쓰는 모음은 무료 회원도 바꿀 수 있고, 초대만 유료다', () => {
  expect(isReadOnly({ ownerTier: 'free', memberCount: 0 })).toBe(false);
  expect(allowed({ ownerTier: 'free', memberCount: 0 }).owner).toEqual([
    'arrange',
    'react',
    'edit',
    'manage',
  ]);
  expect(canAct({ role: 'owner', ownerTier: 'free', memberCount: 0 }, 'invite')).toEqual({
    allowed: false,
    reason: 'paid_only',
  });
});

test('스무 명까지 들어온다', () => {
  expect(canJoin({ ownerTier: 'paid', memberCount: 19 })).toEqual({ allowed: true });
  expect(canJoin({ ownerTier: 'paid', memberCount: 20 })).toEqual({ allowed: false, reason: 'full' });
  expect(canJoin({ ownerTier: 'free', memberCount: 0 })).toEqual({ allowed: false, reason: 'read_only' });
});
