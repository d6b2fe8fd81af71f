// @ts-check
/** Renders the icons in web/public from icon.svg. Run `node tools/draw-icons.mjs` after changing icon.svg. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../web/public/', import.meta.url));
const svg = readFileSync(`${folder}icon.svg`, 'utf8');
/** The icon with square corners, because the operating systems round the corners. */
const square = svg.replace('rx="11"', 'rx="0"');
/** The icon with the logo in the middle 80 %, which is the safe zone of maskable icons. */
const maskable = square
  .replace('viewBox="0 0 48 48"', 'viewBox="-8 -8 64 64"')
  .replace('<rect width="48" height="48"', '<rect x="-8" y="-8" width="64" height="64"');

const png = (drawing, size) =>
  sharp(Buffer.from(drawing), { density: 1200 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();

writeFileSync(`${folder}icon-192.png`, await png(svg, 192));
writeFileSync(`${folder}icon-512.png`, await png(svg, 512));
writeFileSync(`${folder}icon-maskable-512.png`, await png(maskable, 512));
writeFileSync(`${folder}apple-touch-icon.png`, await png(square, 180));
writeFileSync(`${folder}favicon.ico`, iconFile(await png(svg, 32), 32));

/** Creates an .ico file: a header of 6 bytes, an entry of 16 bytes, and one PNG. */
function iconFile(picture, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}
