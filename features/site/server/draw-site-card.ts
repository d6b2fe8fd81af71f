import { m } from '#messages';
import {
  box,
  colourBars,
  drawPng,
  GREEN,
  INK,
  line,
  moMark,
  PINK,
  SKY,
  YELLOW,
} from '#server/drawing/drawing.ts';

/** Size of the card in pixels. KakaoTalk shows only the middle 600 pixels of the height. */
export const SITE_CARD = { width: 1200, height: 630 };

const BARS = [
  [GREEN, 1],
  [SKY, 2],
  [INK, 1],
  [YELLOW, 0.6],
  [GREEN, 1.4],
] as const;

const inKorean = { locale: 'ko' } as const;

/** Draws the preview image that messengers show for the product. */
export function drawSiteCard(): Promise<Buffer> {
  const headline = { fontSize: 84, fontWeight: 700, letterSpacing: '-0.04em', lineHeight: 1.2 };
  const picture = box({ ...SITE_CARD, flexDirection: 'column', backgroundColor: PINK, color: INK }, [
    colourBars({ bars: BARS, height: 36 }),
    box({ flexGrow: 1, alignItems: 'center', justifyContent: 'space-between', padding: '0 72px' }, [
      box({ flexDirection: 'column' }, [
        line(m.site_phrase_1({}, inKorean), headline),
        line(m.site_phrase_end({}, inKorean), headline),
        line(m.shell_front_text({}, inKorean), { fontSize: 29, marginTop: 28 }),
      ]),
      moMark({ height: 230, fill: SKY }),
    ]),
  ]);
  return drawPng({ picture, ...SITE_CARD });
}
