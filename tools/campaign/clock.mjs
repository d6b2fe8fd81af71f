/**
 * The server loads this module first (`--import`). It sets the clock of the server forward by the milliseconds in the
 * file that CAMPAIGN_CLOCK names. The clock of the database stays the same.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CAMPAIGN_CLOCK ?? '';
const RealDate = Date;
let ahead = 0;
const read = () => {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    ahead = 0;
  }
};
read();
setInterval(read, 20).unref();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(.../** @type {[number]} */ (given));
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
