import { crc32, deflateSync } from 'node:zlib';

/** Draws a picture that cannot be mistaken for a photo: diagonal stripes in two colours that depend on the number. */
export function drawnPicture({
  number,
  width,
  height,
}: {
  number: number;
  width: number;
  height: number;
}): Buffer {
  const hue = (number * 47) % 256;
  const colours = [
    [200, hue, 90],
    [240, 220, hue],
  ] as const;
  const row = (y: number) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) => colours[Math.floor((x + y) / 24) % 2 === 0 ? 0 : 1]).flat(),
    ]);
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
