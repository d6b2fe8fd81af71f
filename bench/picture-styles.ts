import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Random } from './generated-places.ts';

/** What a picture shows. */
export type PicturedPlace = { name: string; address: string; phone: string; cuisine: string };

export type PictureStyle = {
  name: string;
  width: number;
  height: number;
  /** JPEG quality. If it is undefined, the picture is a PNG. */
  quality?: number;
  /** Returns the HTML of the picture's body. */
  html: (place: PicturedPlace, random: Random) => string;
};

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const among = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

const PROGRAMMES = ['골목 미식회', '맛있는 저녁', '전국 노포 기행', '한 그릇의 시간', '오늘은 외식'];
const MENUS = [
  '대표 메뉴 2만 3천 원',
  '점심 특선 15,000원',
  '하루 50그릇 한정',
  '30년 전통의 손맛',
  '줄 서서 먹는 집',
];
const PRAISE = [
  '국물이 정말 깊네요',
  '한 입 먹자마자 감탄',
  '이건 반칙 아닌가요?',
  '육즙이 그대로 살아 있어요',
];

/** Returns a blurred scene: overlapping ellipses in warm colours, with grain. */
function scene(random: Random, { dark = 0, seed = Math.floor(random() * 1000) } = {}): string {
  const shapes = Array.from({ length: 40 }, () => {
    const [x, y, r] = [random() * 100, random() * 100, 4 + random() * 22];
    const colour = `hsl(${Math.floor(random() * 60)} ${30 + random() * 40}% ${(15 + random() * 60) * (1 - dark)}%)`;
    return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * (0.4 + random() * 0.8)}" fill="${colour}" opacity=".8"/>`;
  }).join('');
  return `<svg style="position:absolute;inset:0;width:100%;height:100%" viewBox="0 0 100 100" preserveAspectRatio="none">
    <filter id="soft"><feGaussianBlur stdDeviation="1.2"/></filter>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".8" seed="${seed}"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 .5 .5 0 0 -.35"/></filter>
    <rect width="100" height="100" fill="hsl(25 35% ${35 * (1 - dark)}%)"/><g filter="url(#soft)">${shapes}</g>
    <rect width="100" height="100" filter="url(#grain)" opacity=".35"/></svg>`;
}

const outline = (colour: string, px: number) =>
  `-webkit-text-stroke:${px * 2}px ${colour};paint-order:stroke fill;`;
const at = (style: string, text: string) =>
  `<div style="position:absolute;white-space:nowrap;${style}">${text}</div>`;

const SANS = `font-family:'Noto Sans CJK KR';`;
const SERIF = `font-family:'Noto Serif CJK KR';`;
const PRETENDARD = `font-family:Pretendard;`;

const caption: PictureStyle['html'] = (place, random) =>
  scene(random) +
  at(
    `top:40px;right:50px;font-size:34px;font-weight:700;color:#fff;${SANS}${outline('#333', 3)}`,
    among(random, PROGRAMMES),
  ) +
  at(
    `bottom:130px;left:70px;font-size:76px;font-weight:700;color:#fff;${SANS}${outline('#111', 6)}`,
    escape(place.name),
  ) +
  at(
    `bottom:70px;left:74px;font-size:34px;font-weight:700;color:#fff;${SANS}${outline('#111', 4)}`,
    escape(place.address),
  );

const page = ({ place, random, dark }: { place: PicturedPlace; random: Random; dark: boolean }) => {
  const [paper, ink, grey, line] = dark
    ? ['#16181a', '#f2f3f4', '#a3a8ad', '#2c2f33']
    : ['#fff', '#1c1d1f', '#77797d', '#e9eaec'];
  const row = (icon: string, text: string) =>
    `<div style="display:flex;gap:24px;padding:22px 40px;font-size:30px"><span style="color:${grey}">${icon}</span><span>${text}</span></div>`;
  return `<div style="position:absolute;inset:0;background:${paper};color:${ink};${PRETENDARD}">
    <div style="display:flex;justify-content:space-between;padding:24px 48px;font-size:28px;font-weight:600"><span>${9 + Math.floor(random() * 3)}:${10 + Math.floor(random() * 49)}</span><span>LTE ▮ 82%</span></div>
    <div style="position:relative;height:420px;overflow:hidden">${scene(random)}</div>
    <div style="padding:36px 40px 10px;font-size:46px;font-weight:700">${escape(place.name)} <span style="font-size:28px;font-weight:400;color:${grey}">${escape(place.cuisine)}</span></div>
    <div style="padding:0 40px 26px;font-size:28px;color:${grey}">★ 4.${Math.floor(random() * 10)} · 방문자 리뷰 ${100 + Math.floor(random() * 900)} · 블로그 리뷰 ${10 + Math.floor(random() * 90)}</div>
    <div style="display:flex;justify-content:space-around;padding:24px;font-size:28px;border-block:2px solid ${line}"><span>출발</span><span>도착</span><span>저장</span><span>공유</span></div>
    <div style="display:flex;justify-content:space-around;padding:28px;font-size:30px;font-weight:600;border-bottom:12px solid ${line}"><span>홈</span><span>소식</span><span>메뉴</span><span>리뷰</span><span>사진</span></div>
    ${row('◎', escape(place.address))}${row('◷', `영업 중 · ${20 + Math.floor(random() * 3)}:00에 라스트오더`)}${row('☎', place.phone)}${row('ⓘ', '주차, 포장, 단체 이용 가능, 예약')}
    <div style="padding:36px 40px;border-top:12px solid ${line};font-size:34px;font-weight:700">메뉴</div>
    ${row('', `${among(random, MENUS)}`)}${row('', among(random, MENUS))}</div>`;
};

/** Twelve kinds of pictures in which people find restaurants. */
export const PICTURE_STYLES: readonly PictureStyle[] = [
  { name: 'TV caption, outlined', width: 1280, height: 720, html: caption },
  {
    name: 'TV caption, 540p JPEG',
    width: 960,
    height: 540,
    quality: 35,
    html: (place, random) =>
      `<div style="position:absolute;width:1280px;height:720px;transform:scale(.75);transform-origin:0 0">${caption(place, random)}</div>`,
  },
  {
    name: 'TV caption on a label',
    width: 1280,
    height: 720,
    html: (place, random) =>
      scene(random) +
      at(
        `top:44px;left:56px;padding:6px 24px;font-size:32px;font-weight:700;color:#fff;background:#1b6b3a;${SANS}`,
        among(random, PROGRAMMES),
      ) +
      at(
        `bottom:150px;left:80px;padding:8px 34px;font-size:66px;font-weight:700;color:#fff;background:${among(random, ['#c8202f', '#16418f', '#b4450c'])};${SANS}`,
        escape(place.name),
      ) +
      at(
        `bottom:92px;left:80px;padding:6px 24px;font-size:32px;color:#222;background:#fffffff0;${SANS}`,
        `${escape(place.address)} ☎ ${place.phone}`,
      ),
  },
  {
    name: 'TV caption, curved with a shadow',
    width: 1280,
    height: 720,
    html: (place, random) => {
      const bend = 30 + Math.floor(random() * 40);
      return (
        `${scene(random)}<svg style="position:absolute;inset:0" width="1280" height="720"><path id="arc" d="M120 ${560 + bend} Q640 ${560 - bend} 1160 ${560 + bend}" fill="none"/>
        <text font-size="80" font-weight="700" font-family="Noto Sans CJK KR" fill="#ffe14a" stroke="#3a1400" stroke-width="10" paint-order="stroke" text-anchor="middle" style="filter:drop-shadow(6px 8px 5px #000b)"><textPath href="#arc" startOffset="50%">${escape(place.name)}</textPath></text></svg>` +
        at(
          `top:60px;left:80px;font-size:36px;font-weight:700;color:#fff;${SANS}${outline('#222', 3)}`,
          among(random, PRAISE),
        )
      );
    },
  },
  {
    name: 'TV caption, serif on a translucent bar',
    width: 1280,
    height: 720,
    html: (place, random) =>
      `${scene(random)}<div style="position:absolute;bottom:0;left:0;right:0;height:200px;background:linear-gradient(#0000,#000c 30%)"></div>` +
      at(`bottom:90px;left:90px;font-size:64px;font-weight:700;color:#fff;${SERIF}`, escape(place.name)) +
      at(`bottom:44px;left:92px;font-size:30px;color:#f3e6c8;${SERIF}`, escape(place.address)),
  },
  {
    name: 'photo of a television, low light',
    width: 1200,
    height: 900,
    quality: 60,
    html: (place, random) =>
      `<div style="position:absolute;inset:0;background:#050507"><div style="position:absolute;left:110px;top:120px;width:980px;height:560px;overflow:hidden;filter:brightness(.45) contrast(.8) blur(.8px);transform:perspective(1500px) rotateY(${(random() - 0.5) * 14}deg) rotate(${(random() - 0.5) * 3}deg)">${scene(random, { dark: 0.3 })}` +
      at(
        `bottom:90px;left:60px;font-size:60px;font-weight:700;color:#fff;${SANS}${outline('#111', 5)}`,
        escape(place.name),
      ) +
      at(
        `bottom:46px;left:62px;font-size:28px;font-weight:700;color:#fff;${SANS}${outline('#111', 3)}`,
        escape(place.address),
      ) +
      '</div></div>',
  },
  {
    name: 'page of a map app',
    width: 780,
    height: 1688,
    html: (place, random) => page({ place, random, dark: false }),
  },
  {
    name: 'page of a map app, dark',
    width: 780,
    height: 1688,
    html: (place, random) => page({ place, random, dark: true }),
  },
  {
    name: 'Instagram post',
    width: 780,
    height: 1500,
    html: (
      place,
      random,
    ) => `<div style="position:absolute;inset:0;background:#fff;color:#111;${PRETENDARD}font-size:28px;line-height:1.5">
      <div style="padding:24px 30px;font-weight:600">matzip_diary_${Math.floor(random() * 99)}<div style="font-weight:400;font-size:24px">${escape(place.name)}</div></div>
      <div style="position:relative;height:780px;overflow:hidden">${scene(random)}${at(`bottom:60px;left:0;right:0;text-align:center;font-size:54px;font-weight:800;color:#fff;text-shadow:0 3px 10px #000;${PRETENDARD}`, among(random, PRAISE))}</div>
      <div style="padding:22px 30px">좋아요 ${100 + Math.floor(random() * 900)}개<br><b>matzip_diary</b> ${among(random, PRAISE)} 🤤<br>📍 ${escape(place.name)}<br>🏠 ${escape(place.address)}<br>💸 ${among(random, MENUS)}<br><span style="color:#1f4fa0">#맛집 #${escape(place.cuisine)} #주말나들이</span></div></div>`,
  },
  {
    name: 'Instagram picture with the name on it',
    width: 1080,
    height: 1080,
    quality: 80,
    html: (place, random) =>
      `${scene(random)}<div style="position:absolute;inset:0;background:#0005"></div>` +
      at(
        `top:410px;left:0;right:0;text-align:center;font-size:88px;font-weight:800;color:#fff;text-shadow:0 4px 18px #000a;${PRETENDARD}`,
        escape(place.name),
      ) +
      at(
        `top:540px;left:0;right:0;text-align:center;font-size:40px;font-weight:600;color:#fff;${PRETENDARD}`,
        `${escape(place.address.split(' ').slice(0, 2).join(' '))} · ${escape(place.cuisine)}`,
      ),
  },
  {
    name: 'signboard',
    width: 1400,
    height: 1050,
    quality: 75,
    html: (place, random) =>
      `${scene(random)}<div style="position:absolute;left:120px;top:260px;width:1160px;height:300px;display:grid;place-items:center;background:${among(random, ['#f4efe2', '#1d2430', '#7a1f16', '#e9c23a'])};box-shadow:0 20px 40px #0008;transform:perspective(1400px) rotateY(${(random() - 0.5) * 36}deg) rotate(${(random() - 0.5) * 5}deg)">` +
      `<span style="font-size:${Math.min(150, Math.floor(980 / place.name.length))}px;font-weight:800;white-space:nowrap;mix-blend-mode:difference;color:#f2f2f2;${among(random, [SANS, SERIF])}">${escape(place.name)}</span></div>`,
  },
  {
    name: 'message with a shared place',
    width: 780,
    height: 1200,
    html: (
      place,
      random,
    ) => `<div style="position:absolute;inset:0;background:#b2c7d9;${PRETENDARD}font-size:30px;line-height:1.45;color:#191919">
      <div style="padding:30px 40px;text-align:center;font-weight:600">우리 모임 ${3 + Math.floor(random() * 6)}</div>
      <div style="margin:30px 120px 20px 40px;font-size:26px">민지</div>
      <div style="margin:0 140px 20px 40px;padding:24px 28px;border-radius:28px;background:#fff">여기 어때?</div>
      <div style="margin:0 140px 20px 40px;padding:24px 28px;border-radius:28px;background:#fff">[네이버지도]<br>${escape(place.name)}<br>${escape(place.address)}<br><span style="color:#2a62c9">https://naver.me/5MvUGczc</span></div>
      <div style="margin:0 40px 20px 360px;padding:24px 28px;border-radius:28px;background:#fee500">좋아 토요일에 가자</div></div>`,
  },
];

export type Picture = { style: string; place: PicturedPlace; bytes: Buffer; type: string };

/** Draws five pictures of each style. Each picture shows the next place of the list. */
export async function drawPictures({
  page,
  places,
  random,
}: {
  page: Page;
  places: readonly PicturedPlace[];
  random: Random;
}): Promise<Picture[]> {
  const faces = ['Regular', 'Bold'].map((weight) => {
    const font = readFileSync(
      new URL(`../common/fonts/pretendard/Pretendard-${weight}.otf`, import.meta.url),
    );
    const range = weight === 'Bold' ? '600 900' : '100 500';
    return `@font-face{font-family:Pretendard;font-weight:${range};src:url(data:font/otf;base64,${font.toString('base64')})}`;
  });
  const style = `${faces.join('')}*{box-sizing:border-box}body{margin:0}`;
  await page.setContent(`<!doctype html><html lang="ko"><style>${style}</style><body></body></html>`);
  const pictures: Picture[] = [];
  for (const [at, each] of PICTURE_STYLES.entries()) {
    await page.setViewportSize({ width: each.width, height: each.height });
    for (let n = 0; n < PICTURES_OF_A_STYLE; n++) {
      const place = places[(at * PICTURES_OF_A_STYLE + n) % places.length] as PicturedPlace;
      const html = JSON.stringify(each.html(place, random));
      await page.evaluate(`document.body.innerHTML = ${html}; document.fonts.ready.then(() => null)`);
      const bytes = await page.screenshot(
        each.quality === undefined ? { type: 'png' } : { type: 'jpeg', quality: each.quality },
      );
      pictures.push({
        style: each.name,
        place,
        bytes,
        type: each.quality === undefined ? 'image/png' : 'image/jpeg',
      });
    }
  }
  return pictures;
}

const PICTURES_OF_A_STYLE = 5;
