import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { App } from '#server/http/feature.ts';

type Picture = { width?: number; height?: number };

/** Creates a picture with structure and noise, like a photo. The same size always gives the same picture. */
function pixels({ width, height }: Required<Picture>) {
  const data = Buffer.alloc(width * height * 3);
  let noise = 12_345;
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    const y = (at - x) / width;
    noise = (noise * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    const grain = (noise >> 16) & 15;
    data[at * 3] = ((255 * x) / width) | grain;
    data[at * 3 + 1] = ((255 * y) / height) | grain;
    data[at * 3 + 2] = (Math.hypot(x - width / 2, y - height / 2) % 200) | grain;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** EXIF data as a phone writes it: make, location and orientation. */
const fromAPhone = {
  IFD0: { Make: 'Phone of a person', Copyright: '김모먹' },
  // This is the GPS directory of EXIF. The location is 37.5636 N, 126.9850 E.
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '37/1 33/1 4896/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '126/1 59/1 600/100',
  },
};

/**
 * Creates a JPEG with a location in its EXIF data. EXIF orientation 6 means a rotation by 90°. Therefore the displayed
 * picture is `height` wide and `width` high.
 */
export const phoneJpeg = ({ width = 800, height = 600 }: Picture = {}): Promise<Buffer> =>
  pixels({ width, height })
    .withExif(fromAPhone)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();

export const somePng = ({ width = 640, height = 480 }: Picture = {}): Promise<Buffer> =>
  pixels({ width, height }).png({ compressionLevel: 1 }).toBuffer();

export const someWebp = ({ width = 640, height = 480 }: Picture = {}): Promise<Buffer> =>
  pixels({ width, height }).webp().toBuffer();

/** Creates the start of a HEIC file (ISO/IEC 23008-12): the type box, followed by data that cannot be decoded. */
export const heicHeader = (): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.from('\0\0\0\x08mdat', 'latin1'),
    Buffer.alloc(2_000, 7),
  ]);

/** Creates the start of a Windows program. */
export const executable = (): Buffer =>
  Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(4_000, 0x90)]);

/**
 * Creates a valid PNG of about 300 KB. Decompressed, the picture has 2,500 million black pixels of one bit each. The
 * data of 50 rows is compressed once, and the result is repeated.
 */
export function decompressionBomb(): Buffer {
  const [width, height] = [50_000, 50_000];
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * 50);
  const packed = deflateRawSync(rows, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const unpackedBytes = (rows.length * height) / 50;
  // This is the checksum that zlib needs for these zeros (Adler-32, RFC 1950).
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((unpackedBytes % 65_521) * 65_536 + 1);
  const data = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: height / 50 }, () => packed),
    Buffer.from([0x03, 0x00]),
    checksum,
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

export const truncated = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.6));

export const upload = (
  app: App,
  {
    headers,
    bytes,
    purpose = 'journal',
    key = crypto.randomUUID(),
    type = 'image/jpeg',
  }: {
    headers: Record<string, string>;
    bytes: Buffer;
    purpose?: string;
    key?: string;
    type?: string;
  },
) =>
  app.inject({
    method: 'POST',
    url: `/api/photos?purpose=${purpose}`,
    headers: { ...headers, 'content-type': type, 'idempotency-key': key },
    payload: bytes,
  });
