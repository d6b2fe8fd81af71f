import { m } from '#messages';
import { CALENDAR, formatDate } from '#common/dates.ts';
import type { SharedEntry } from '#features/sharing/entry-shares.contract.ts';
import {
  colourBars,
  type Drawing,
  GREEN,
  INK,
  line,
  lines,
  markWidth,
  moMark,
  PINK,
  rectangle,
  SKY,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { drawPng } from '#server/drawing/drawing-process.ts';
import { CARD, CONTENT_TOP, MARGIN, shortName, signature, TITLE } from '#server/drawing/card.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

const BARS = [
  [GREEN, 1],
  [SKY, 2],
  [INK, 1],
  [YELLOW, 0.6],
] as const;
const PHOTO = { width: 600, height: CARD.height };

/**
 * Draws the preview image of a journal entry. The image does not show the rating, because the rating belongs to the
 * owner's list.
 * @param bytes the first photo of the entry, in any size
 */
export function drawEntryCard({
  entry,
  bytes,
}: {
  entry: SharedEntry;
  bytes: Uint8Array | null;
}): Promise<Buffer> {
  const text = { x: PHOTO.width + 56, width: CARD.width - PHOTO.width - 2 * 56 };
  const owner = shortName(ownerLabel(entry.ownerName, { locale: 'ko' }));
  const name = lines(entry.restaurantName, { ...text, ...TITLE, y: CONTENT_TOP + 50, most: 3 });
  const date = formatDate(entry.visitDate, { zone: CALENDAR, as: 'weekdayDate', language: 'ko' });
  return drawPng({
    ...CARD,
    drawings: [
      rectangle({ x: 0, y: 0, ...CARD, fill: PINK }),
      ...(bytes ? [] : noPhoto()),
      colourBars({ bars: BARS, x: PHOTO.width, width: CARD.width - PHOTO.width, height: MARGIN.top }),
      line(m.sharing_entry_whose({ owner }, { locale: 'ko' }), {
        ...text,
        y: CONTENT_TOP,
        size: 32,
        isBold: true,
      }),
      name.drawing,
      line(date, { ...text, y: CONTENT_TOP + 66 + name.height, size: 34 }),
      signature({ x: text.x }),
    ],
    photos: bytes ? [{ bytes, x: 0, y: 0, ...PHOTO }] : [],
  });
}

const noPhoto = (): Drawing[] => [
  rectangle({ x: 0, y: 0, ...PHOTO, fill: SKY }),
  moMark({ x: (PHOTO.width - markWidth(260)) / 2, y: (PHOTO.height - 260) / 2, height: 260 }),
];
