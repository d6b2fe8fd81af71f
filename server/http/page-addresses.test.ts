import { expect, test } from 'vitest';
import { canonicalAddress } from './page-addresses.ts';

const PAGES = [
  '/',
  '/faq',
  '/login',
  '/shared/$shareId',
  '/app',
  '/app/edit/$restaurantId',
  '/app/admin/{-$section}',
];

test.each([
  ['/', '/'],
  ['/faq', '/faq'],
  ['/faq/', '/faq'],
  ['/FAQ', '/faq'],
  ['//Faq//', '/faq'],
  ['/Shared/AbC/', '/shared/AbC'],
  ['/shared', null],
  ['/shared/a/b', null],
  ['/app/edit/places.1', '/app/edit/places.1'],
  ['/app/admin', '/app/admin'],
  ['/app/admin/reviews', '/app/admin/reviews'],
  ['/app/admin/reviews/1', null],
  ['/wp-login.php', null],
  ['/no/such/page', null],
])('%s is %s', (path, page) => {
  expect(canonicalAddress(PAGES, path)).toBe(page);
});
