import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import {
  decompressionBomb,
  truncated,
  executable,
  heicHeader,
  phoneJpeg,
  somePng,
} from '#features/photos/server/photos.test-factory.ts';
import type { Bar } from '../bar.ts';
import type { Answer, Product } from '../product.ts';

/** Maximum growth of the memory in megabytes. */
const MEMORY_LIMIT = 200;

export const uploads: Bar = {
  number: 7,
  name: 'uploads',
  claim: `hostile files are refused with 4xx and cost less than ${MEMORY_LIMIT} MB; photos are re-encoded without location`,
  check:
    'a PNG of 50,000 × 50,000 pixels, ten times at once; truncated, empty and forged files; GIF, SVG and HTML with a picture’s type; a JPEG with script and GPS',
  control:
    'the original photo is checked instead of the served one, and an ordinary photo is uploaded instead of a hostile file',
  run: async ({ start }) => {
    const product = await start();
    const as = await product.paidMember();
    const upload = (bytes: Buffer, type = 'image/jpeg') =>
      product.send('POST', '/api/photos?purpose=journal', { as, bytes: new Uint8Array(bytes), type });
    const photo = await phoneJpeg();
    for (let n = 0; n < 3; n++) await upload(photo);
    const usual = residentMegabytes(product);
    let peak = usual;
    const watching = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(product));
    }, 20);

    const faults: string[] = [];
    const hostile: [name: string, bytes: Buffer, type?: string][] = [
      ['bomb', decompressionBomb(), 'image/png'],
      ['cut-off JPEG', truncated(photo)],
      ['cut-off PNG', truncated(await somePng()), 'image/png'],
      ['empty', Buffer.alloc(0)],
      ['program', executable()],
      ['HEIC without a picture', heicHeader(), 'image/heic'],
      ['GIF with script', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//'), 'image/gif'],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['SVG by type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['16 MB', Buffer.concat([photo, Buffer.alloc(16 * 1024 * 1024)])],
      ['1,000 parts', manyParts(1_000), 'multipart/form-data; boundary=b'],
    ];
    const isRefused = ({ status }: Answer) => 400 <= status && status < 500;
    for (const [name, bytes, type] of hostile) {
      const answer = await upload(bytes, type).catch(() => null);
      if (answer && !isRefused(answer)) faults.push(`${name}: ${answer.status}`);
    }
    await Promise.all(
      Array.from({ length: 10 }, () => upload(decompressionBomb(), 'image/png').catch(() => null)),
    );
    await sleep(500);
    clearInterval(watching);

    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
    const stored = await upload(polyglot);
    const image = await fetch(`${product.url}/api/photos/${stored.body?.id}/large`, {
      headers: { cookie: as.cookie },
    });
    const bytes = Buffer.from(await image.arrayBuffer());
    if (await hasTraces(bytes)) faults.push('location, phone or script is in the served photo');
    if (image.headers.get('x-content-type-options') !== 'nosniff') faults.push('no nosniff');
    if (!image.headers.get('content-security-policy')?.includes("default-src 'none'"))
      faults.push('no content security policy for photos');

    const usualPhoto = await upload(photo);
    return {
      figure: `${hostile.length} hostile files: ${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}; peak memory +${Math.round(peak - usual)} MB`,
      isHeld: faults.length === 0 && peak - usual < MEMORY_LIMIT,
      controlFigure: `the original photo contains ${(await hasTraces(photo)) ? 'the location' : 'no location'}, and the ordinary photo gets ${usualPhoto.status}`,
      hasControlFailed: (await hasTraces(photo)) && !isRefused(usualPhoto),
    };
  },
};

/** Whether the file contains EXIF data, the text that the owner's file contained, or a script. */
async function hasTraces(bytes: Buffer): Promise<boolean> {
  const { exif } = await sharp(bytes).metadata();
  return exif !== undefined || bytes.includes('Phone of a person') || bytes.includes('<script>');
}

const manyParts = (count: number) =>
  Buffer.from(
    `${Array.from({ length: count }, (_, n) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nx\r\n`).join('')}--b--`,
  );

const residentMegabytes = (product: Product): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${product.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024;
