import { describe, expect, it } from 'vitest';
import { liftOfToasts } from './clear-toasts.rules.ts';

const box = (top: number, bottom: number) => ({ left: 16, right: 374, top, bottom });
const given = { toasts: box(712, 760), current: 0, top: 56, buttons: [], primary: [] };

describe('the place of toasts', () => {
  it('is the usual one if nothing is covered', () => {
    expect(liftOfToasts({ ...given, buttons: [box(600, 700), box(784, 844)] })).toBe(0);
  });

  it('is 8 px above a button that would be covered', () => {
    expect(liftOfToasts({ ...given, buttons: [box(700, 748)] })).toBe(68);
  });

  it('is above two buttons if there is no room between them', () => {
    expect(liftOfToasts({ ...given, buttons: [box(700, 748), box(640, 690)] })).toBe(128);
  });

  it('does not change for a button beside the toasts', () => {
    expect(liftOfToasts({ ...given, buttons: [{ left: 1000, right: 1200, top: 700, bottom: 760 }] })).toBe(0);
  });

  it('stays where it is while no button is there', () => {
    expect(liftOfToasts({ ...given, current: 68, buttons: [] })).toBe(68);
  });

  it('covers other buttons and not a primary button if there is no room', () => {
    const rows = Array.from({ length: 14 }, (_, at) => box(60 * at, 60 * at + 56));
    expect(liftOfToasts({ ...given, buttons: [...rows, box(720, 768)], primary: [box(720, 768)] })).toBe(48);
  });
});
