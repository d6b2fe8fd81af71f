import { afterEach, expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import { parkingInLanguage, parkingSummary } from './parking.public.ts';

const original = getLocale;
afterEach(() => overwriteGetLocale(original));

const options = {
  freeParkingLot: true,
  paidParkingLot: null,
  freeGarageParking: null,
  paidGarageParking: null,
  freeStreetParking: null,
  paidStreetParking: null,
  valetParking: true,
};

test('저장한 주차 정보는 한국어이고, 영어 화면에서는 영어로 보인다', () => {
  const stored = parkingSummary(options);
  expect(stored).toBe('무료 주차장, 발레파킹');
  overwriteGetLocale(() => 'ko');
  expect(parkingInLanguage(stored!)).toBe('무료 주차장, 발레파킹');
  overwriteGetLocale(() => 'en');
  expect(parkingInLanguage(stored!)).toBe('Free car park, Valet parking');
  expect(parkingInLanguage('주차장 없음')).toBe('No parking');
  expect(parkingInLanguage('기계식 주차')).toBe('기계식 주차');
});
