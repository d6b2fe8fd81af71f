import { describe, expect, test } from 'vitest';
import { snapAfterDrag, snapAfterKey, visibleHeight } from './bottom-sheet.rules.ts';

const viewportHeight = 844;

describe('목록 시트', () => {
  test('접으면 96px, 반은 화면의 52%, 다 펼치면 위에 72px를 남긴다', () => {
    expect(visibleHeight({ snap: 'peek', viewportHeight })).toBe(96);
    expect(visibleHeight({ snap: 'half', viewportHeight })).toBe(439);
    expect(visibleHeight({ snap: 'full', viewportHeight })).toBe(772);
  });

  test('아주 낮은 화면에서도 접은 것보다 작아지지 않는다', () => {
    for (const snap of ['peek', 'half', 'full'] as const)
      expect(visibleHeight({ snap, viewportHeight: 120 })).toBe(96);
  });

  test('천천히 놓으면 가까운 높이로 간다', () => {
    expect(snapAfterDrag({ height: 400, velocity: 0, viewportHeight })).toBe('half');
    expect(snapAfterDrag({ height: 640, velocity: 0, viewportHeight })).toBe('full');
    expect(snapAfterDrag({ height: 200, velocity: 0, viewportHeight })).toBe('peek');
  });

  test('튕기면 튕긴 쪽으로 간다', () => {
    expect(snapAfterDrag({ height: 470, velocity: 0.8, viewportHeight })).toBe('full');
    expect(snapAfterDrag({ height: 400, velocity: -0.8, viewportHeight })).toBe('peek');
    expect(snapAfterDrag({ height: 120, velocity: 0.7, viewportHeight })).toBe('half');
  });

  test('세게 튕기면 가운데를 건너뛴다', () => {
    expect(snapAfterDrag({ height: 150, velocity: 2.5, viewportHeight })).toBe('full');
    expect(snapAfterDrag({ height: 700, velocity: -2.5, viewportHeight })).toBe('peek');
  });

  test('위아래 화살표는 한 칸씩, 끝에서는 그대로', () => {
    expect(snapAfterKey({ key: 'ArrowUp', snap: 'peek' })).toBe('half');
    expect(snapAfterKey({ key: 'ArrowUp', snap: 'full' })).toBe('full');
    expect(snapAfterKey({ key: 'ArrowDown', snap: 'peek' })).toBe('peek');
    expect(snapAfterKey({ key: 'Enter', snap: 'half' })).toBeUndefined();
  });
});
