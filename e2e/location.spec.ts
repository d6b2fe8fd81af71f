import { addPlace, findPlace, signUp } from './support/member.ts';
import { expect, test } from './support/test.ts';

const HERE = { latitude: 37.544583, longitude: 127.055961 };

test('the exact location stays on the device', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(HERE);
  const sent: string[] = [];
  context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signUp(page);
  await addPlace(page, (await findPlace(page, '해달골')).placeId);
  await page.goto('/app');
  await page.getByRole('button', { name: '주변 맛집 찾기' }).click();
  const nearby = page.getByRole('dialog', { name: '주변 맛집 찾기' }).getByRole('listitem');
  await expect(nearby.first()).toBeVisible();
  const metres = (await nearby.getByText(/^\d+m$|^\d+\.\dkm$/).allTextContents()).map((text) =>
    text.endsWith('km') ? Number.parseFloat(text) * 1000 : Number.parseFloat(text),
  );
  expect(metres.length).toBeGreaterThan(1);
  expect(metres).toEqual(metres.toSorted((a, b) => a - b));

  await page.goto('/app/add');
  await page.getByRole('combobox').fill('국밥');
  // The requests for places contain the rounded location, and no request contains more digits.
  const isSent = (path: string) => () =>
    sent.some((each) => each.includes(path) && each.includes('lat=37.54&lng=127.06'));
  await expect.poll(isSent('/api/places/autocomplete')).toBe(true);
  expect(isSent('/api/places/nearby')()).toBe(true);
  expect(sent.filter((each) => /37\.54\d|127\.05\d/.test(each))).toEqual([]);
});
