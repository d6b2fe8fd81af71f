import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import createTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { expect, test } from 'vitest';
import { parseDay } from '#common/dates.ts';
import {
  type DrawnReceipt,
  drawReceipt,
  type Layout,
  LAYOUTS,
  receipts,
} from './receipt-pictures.test-factory.ts';
import { receiptOfReadings } from './receipt.rules.ts';
import { readReceipt, startTesseract, type Tesseract } from './recognised-words.ts';
import { greyOf } from './text-masks.ts';

const NOW = Date.UTC(2026, 11, 1, 23);

const fileOf = (name: string) => readFileSync(createRequire(import.meta.url).resolve(name));

/** The engine and the model that the worker of the browser uses. */
async function tesseractOfBrowser(): Promise<Tesseract> {
  const wasmBinary = Uint8Array.from(fileOf('tesseract.js-core/tesseract-core-simd-lstm.wasm')).buffer;
  const module = await createTesseract({ wasmBinary, print: () => {}, printErr: () => {} });
  return startTesseract(
    module,
    gunzipSync(fileOf('@tesseract.js-data/kor/4.0.0_best_int/kor.traineddata.gz')),
  );
}

async function read(tesseract: Tesseract, receipt: DrawnReceipt, seed: number) {
  const { png, width, height } = drawReceipt(receipt, seed);
  const data = await sharp(png).ensureAlpha().raw().toBuffer();
  const readings = readReceipt(tesseract, greyOf({ data: new Uint8ClampedArray(data), width, height }));
  return { readings, ...receiptOfReadings(readings, NOW) };
}

let tesseract: Tesseract | undefined;

const dense = (text: string | null) => (text ?? '').replaceAll(' ', '');

/** The layouts, and how many of their five names are read exactly, apart from spaces: 27 of 30. */
const RIGHT_NAMES: Record<Layout, number> = {
  thermal: 5,
  slip: 5,
  kiosk: 5,
  delivery: 5,
  faded: 3,
  crumpled: 4,
};

test.each(LAYOUTS)(
  '%s 영수증 다섯 장의 이름과 날짜를 읽고, 카드 번호를 버리고, 없는 금액은 지어내지 않는다',
  async (layout) => {
    tesseract ??= await tesseractOfBrowser();
    const wrongNames: unknown[] = [];
    for (const [at, drawn] of receipts.entries()) {
      if (drawn.layout !== layout) continue;
      const { readings, name, day, time, total } = await read(tesseract, drawn, at + 1);
      if (dense(name) !== dense(drawn.name)) wrongNames.push([drawn.name, name]);
      expect({ day, time }).toEqual({ day: parseDay(drawn.day), time: drawn.time });
      expect([null, drawn.total]).toContain(total);
      expect(readings.flat().join('\n')).not.toMatch(/4518|7734|1092/);
    }
    expect(wrongNames, JSON.stringify(wrongNames)).toHaveLength(5 - RIGHT_NAMES[layout]);
  },
);
