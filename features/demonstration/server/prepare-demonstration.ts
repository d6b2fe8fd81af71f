/**
 * The program that `runPreparation` starts: draws the dishes, encodes them like uploaded photos, and hashes the
 * passwords.
 */
import { once } from 'node:events';
import { renderAsync } from '@resvg/resvg-js';
import { hashPassword } from '#features/account/server/account.public.ts';
import { encodePicture } from '#features/photos/server/photos.public.ts';
import { demonstrationAccounts, demonstrationPassword } from './demonstration-accounts.ts';
import { DISHES, readDish } from './dishes.ts';
import type { PreparedPart } from './run-preparation.ts';

/** Width of a photo in pixels. It fits a phone with two device pixels per CSS pixel. */
const WIDTH = 960;

const send = (part: PreparedPart) => process.send?.(part);

const [{ secret }] = (await once(process, 'message')) as [{ secret: string }];
for (const dish of DISHES) {
  const fitTo = { mode: 'width', value: WIDTH } as const;
  const image = await renderAsync(await readDish(dish), { fitTo, font: { loadSystemFonts: false } });
  send({ dish, photo: await encodePicture(image) });
}
for (const { email } of demonstrationAccounts)
  send({ email, passwordHash: await hashPassword(demonstrationPassword({ secret, email })) });
