import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { pictureFile } from '../../features/site/web/landing/picture-file.ts';
import { viewports } from '../support/member.ts';

export const SIZES = {
  small: { width: 360, height: 780 },
  phone: viewports.phone,
  tablet: { width: 768, height: 1024 },
  desktop: viewports.desktop,
} as const;
export type Size = keyof typeof SIZES;
export type Theme = 'light' | 'dark';
type Shot = { address: string; size: Size; theme: Theme };
type Take = (who: 'visitor' | 'member' | 'importer', shot: Shot) => Promise<Buffer>;

const { phone } = viewports;

/**
 * Writes the pictures of the landing page in one language, and in Korean also those of the documentation and of the
 * installation dialog (web/public/manifest.webmanifest).
 */
export async function publish({
  ids,
  language,
  take,
}: {
  ids: Record<string, string>;
  language: string;
  take: Take;
}): Promise<void> {
  const id = (name: string) => encodeURIComponent(ids[name] ?? '');
  const onLanding = [
    { name: 'home', address: '/app' },
    { name: 'journal', address: '/app/momokzi-journal' },
  ] as const;
  for (const { name, address } of onLanding)
    for (const theme of ['light', 'dark'] as const) {
      const picture = await take('member', { address, size: 'phone', theme });
      for (const width of [280, 560]) {
        const file = pictureFile({ name, language: language === 'en' ? 'en' : 'ko', theme, width });
        const height = Math.round((width * phone.height) / phone.width);
        await write(`features/site/web/pictures/${file}`, picture, { width, height });
      }
      if (language === 'ko' && theme === 'light') await write(inDialog(name), picture, DIALOG_SIZE);
    }
  if (language !== 'ko') return;
  const place = await take('member', {
    address: `/app/restaurant/${id('restaurantId')}`,
    size: 'phone',
    theme: 'light',
  });
  await write(inDialog('restaurant'), place, DIALOG_SIZE);
  const home = await take('member', { address: '/app', size: 'desktop', theme: 'light' });
  await write('docs/home.png', home, { width: 1280 });
  await write('web/public/screenshots/home-wide.webp', home, { width: 1280, height: 800 });
  const importing = await take('importer', { address: '/app/import', size: 'desktop', theme: 'light' });
  await write('docs/import.png', importing, { width: 1280 });
}

/** The pictures that a browser shows in its dialog for the installation of the app. */
const inDialog = (name: string) => `web/public/screenshots/${name}.webp`;
const DIALOG_SIZE = { width: 560, height: 1212 };

/** Writes a picture. The extension of the file determines the format. */
async function write(file: string, picture: Buffer, size: { width: number; height?: number }): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  const resized = sharp(picture).resize({ ...size, position: 'top' });
  await (file.endsWith('.png') ? resized.png({ palette: true, effort: 10 }) : resized).toFile(file);
}
