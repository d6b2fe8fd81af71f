import { m } from '#messages';
import { CALENDAR, formatDate } from '#common/dates.ts';
import type { SharedEntry } from '#features/sharing/entry-shares.contract.ts';
import {
  box,
  colourBars,
  cutPhoto,
  drawPng,
  GREEN,
  INK,
  line,
  lines,
  moMark,
  PINK,
  photo,
  SKY,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { CARD, MARGIN, shortName, signature } from '#server/drawing/card.ts';
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
export async function drawEntryCard({
  entry,
  bytes,
}: {
  entry: SharedEntry;
  bytes: Uint8Array | null;
}): Promise<Buffer> {
  const jpeg = bytes && (await cutPhoto(bytes, PHOTO));
  const picture = box({ ...CARD, backgroundColor: PINK, color: INK }, [
    jpeg
      ? photo({ jpeg, ...PHOTO })
      : box({ ...PHOTO, alignItems: 'center', justifyContent: 'center', backgroundColor: SKY }, [
          moMark({ height: 260 }),
        ]),
    box({ flexDirection: 'column', width: CARD.width - PHOTO.width }, [
      colourBars({ bars: BARS, height: MARGIN.top }),
      box({ flexDirection: 'column', flexGrow: 1, padding: `40px 56px ${MARGIN.bottom}px` }, [
        line(
          m.sharing_entry_whose(
            { owner: shortName(ownerLabel(entry.ownerName, { locale: 'ko' })) },
            { locale: 'ko' },
          ),
          {
            fontSize: 32,
            fontWeight: 700,
          },
        ),
        lines(entry.restaurantName, {
          most: 3,
          fontSize: 68,
          fontWeight: 700,
          lineHeight: 1.2,
          letterSpacing: '-0.03em',
          marginTop: 12,
        }),
        line(formatDate(entry.visitDate, { zone: CALENDAR, as: 'weekdayDate', language: 'ko' }), {
          fontSize: 34,
          marginTop: 16,
        }),
        box({ flexGrow: 1 }),
        signature(),
      ]),
    ]),
  ]);
  return drawPng({ picture, ...CARD });
}
