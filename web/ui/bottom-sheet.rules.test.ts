import { describe, expect, test } from 'vitest';
import { settleTime, snapAfterDrag, snapAfterKey, speedOf, visibleHeight } from './bottom-sheet.rules.ts';

const screen = { height: 844, covered: 0 };

describe('목록 시트', () => {
  test('접으면 96px, 반은 화면의 52%, 다 펼치면 위에 72px를 남긴다', () => {
    expect(visibleHeight({ snap: 'peek', screen })).toBe(96);
    expect(visibleHeight({ snap: 'half', screen })).toBe(439);
    expect(visibleHeight({ snap: 'full', screen })).toBe(772);
  });

  test('앞에 선 막대가 가리는 만큼 접은 높이가 높아진다', () => {
    const covered = { height: 844, covered: 60 };
    expect(visibleHeight({ snap: 'peek', screen: covered })).toBe(156);
    expect(visibleHeight({ snap: 'full', screen: covered })).toBe(772);
  });

  test('아주 낮은 화면에서도 접은 것보다 작아지지 않는다', () => {
    for (const snap of ['peek', 'half', 'full'] as const)
      expect(visibleHeight({ snap, screen: { height: 120, covered: 0 } })).toBe(96);
  });

  test('천천히 놓으면 가까운 높이로 간다', () => {
    expect(snapAfterDrag({ height: 400, velocity: 0, screen })).toBe('half');
    expect(snapAfterDrag({ height: 640, velocity: 0, screen })).toBe('full');
    expect(snapAfterDrag({ height: 200, velocity: 0, screen })).toBe('peek');
  });

  test('튕기면 튕긴 쪽으로 간다', () => {
    expect(snapAfterDrag({ height: 470, velocity: 0.8, screen })).toBe('full');
    expect(snapAfterDrag({ height: 400, velocity: -0.8, screen })).toBe('peek');
    expect(snapAfterDrag({ height: 120, velocity: 0.7, screen })).toBe('half');
  });

  test('세게 튕기면 가운데를 건너뛴다', () => {
    expect(snapAfterDrag({ height: 150, velocity: 2.5, screen })).toBe('full');
    expect(snapAfterDrag({ height: 700, velocity: -2.5, screen })).toBe('peek');
  });

  test('위아래 화살표는 한 칸씩, 끝에서는 그대로', () => {
    expect(snapAfterKey({ key: 'ArrowUp', snap: 'peek' })).toBe('half');
    expect(snapAfterKey({ key: 'ArrowUp', snap: 'full' })).toBe('full');
    expect(snapAfterKey({ key: 'ArrowDown', snap: 'peek' })).toBe('peek');
    expect(snapAfterKey({ key: 'Enter', snap: 'half' })).toBeUndefined();
  });

  test('손가락의 속도는 놓기 직전의 움직임으로 계산한다', () => {
    const samples = [0, 100, 110, 120, 130].map((at, index) => ({ at, y: 500 - index * 20 }));
    expect(speedOf(samples, 140)).toBe(2);
    expect(speedOf(samples, 400)).toBe(0);
    expect(speedOf([{ at: 0, y: 500 }], 10)).toBe(0);
  });

  test('던진 시트는 손가락의 속도로 움직이고, 반대로 던지면 보통 속도로 돌아온다', () => {
    expect(settleTime({ distance: 200, velocity: 3 })).toBe(233);
    expect(settleTime({ distance: 200, velocity: 30 })).toBe(140);
    expect(settleTime({ distance: 200, velocity: 0 })).toBe(320);
    expect(settleTime({ distance: -200, velocity: 3 })).toBe(320);
  });
});
