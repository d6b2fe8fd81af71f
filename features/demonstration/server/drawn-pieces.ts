/* Building blocks of drawn meals: dishes, cutlery and food as SVG fragments, in pixels and degrees. */

export const INK = '#161c18';
export const WHITE = '#ffffff';
export const CREAM = '#fff6e0';
export const GREEN = '#2fae79';
export const DARK_GREEN = '#0a7a4e';
export const LEAF = '#66c79c';
export const PINK = '#ff6699';
export const SOFT_PINK = '#ffc2d6';
export const SKY = '#4dd0e1';
export const PALE_SKY = '#cbf1f6';
export const YELLOW = '#ffd24a';
export const BROTH = '#f6d9a0';
export const RED = '#e0452f';
export const DARK_RED = '#b3321f';
export const GOLD = '#eaa94b';
export const CRUST = '#d98b3a';
export const MEAT = '#a9583a';
export const DARK_MEAT = '#7c3b27';
export const WOOD = '#e3b98a';
export const POT = '#3a3f3b';

/** Deterministic random numbers from 0 to 1, so that a picture never changes. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  // mulberry32, a public-domain generator by Tommy Ettinger.
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Point = { x: number; y: number };
type Circle = Point & { r: number };
type Turned = Point & { degrees: number };

export const edge = (width: number): string => `stroke="${INK}" stroke-width="${width}"`;

export const polar = ({ x, y, r, degrees }: Circle & { degrees: number }): Point => ({
  x: x + r * Math.cos((degrees * Math.PI) / 180),
  y: y + r * Math.sin((degrees * Math.PI) / 180),
});

/** Points spread evenly over a disc. */
export const scatter = ({ random, count, ...disc }: Circle & { random: Random; count: number }): Point[] =>
  Array.from({ length: count }, () =>
    polar({ ...disc, r: disc.r * Math.sqrt(random()), degrees: random() * 360 }),
  );

const at = ({ x, y, degrees = 0, size = 1 }: Point & { degrees?: number; size?: number }, inside: string) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${size})">${inside}</g>`;

export const path = ({ d, stroke, width }: { d: string; stroke: string; width: number }): string =>
  `<path d="${d}" stroke="${stroke}" stroke-width="${width}"/>`;

export const dot = ({
  x,
  y,
  r,
  colour,
  edged = false,
}: Circle & { colour: string; edged?: boolean }): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" ${edged ? edge(6) : ''}/>`;

/** A ring, such as a slice of scallion or chilli. */
export const ring = ({ x, y, r, colour }: Circle & { colour: string }): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${CREAM}" stroke="${colour}" stroke-width="${r * 0.7}"/>`;

export const strand = ({
  x,
  y,
  length,
  degrees,
  width,
  colour = INK,
  opacity = 1,
}: Turned & { length: number; width: number; colour?: string; opacity?: number }): string =>
  `<path d="M${-length / 2} 0Q0 ${-length / 6} ${length / 2} 0" transform="translate(${x} ${y}) rotate(${degrees})" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}"/>`;

/** A slice of a round cake. */
export function slice({
  from,
  to,
  colour,
  ...disc
}: Circle & { from: number; to: number; colour: string }): string {
  const start = polar({ ...disc, degrees: from });
  const end = polar({ ...disc, degrees: to });
  return `<path d="M${disc.x} ${disc.y}L${start.x} ${start.y}A${disc.r} ${disc.r} 0 0 1 ${end.x} ${end.y}Z" fill="${colour}" ${edge(7)}/>`;
}

/** Clips a fragment to a disc. */
export const clipped = ({ id, x, y, r }: Circle & { id: string }, inside: readonly string[]): string =>
  `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#${id})">${inside.join('')}</g>`;

/** A disc with a wavy edge. */
export function frill({ x, y, r, colour }: Circle & { colour: string }): string {
  const waves = 22;
  const points = Array.from({ length: waves * 2 }, (_, nth) =>
    polar({ x, y, r: nth % 2 ? r * 1.05 : r * 0.98, degrees: (nth * 180) / waves }),
  );
  return `<path d="${smooth(points)}" fill="${colour}" ${edge(10)}/>`;
}

/** An irregular disc that looks hand-drawn. */
export function blob({
  x,
  y,
  r,
  colour,
  edged = false,
}: Circle & { colour: string; edged?: boolean }): string {
  const bumps = [1, 0.93, 1.05, 0.96, 1.03, 0.92, 1.04, 0.97];
  const points = bumps.map((bump, nth) => polar({ x, y, r: r * bump, degrees: nth * 45 + 12 }));
  return `<path d="${smooth(points)}" fill="${colour}" ${edged ? edge(8) : ''}/>`;
}

/** A closed curve through points. */
function smooth(points: readonly Point[]): string {
  const nth = (index: number) => points[(index + points.length) % points.length] as Point;
  const curves = points.map((_, index) => {
    const [before, from, to, after] = [nth(index - 1), nth(index), nth(index + 1), nth(index + 2)];
    const leave = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const arrive = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${leave.x} ${leave.y} ${arrive.x} ${arrive.y} ${to.x} ${to.y}`;
  });
  return `M${nth(0).x} ${nth(0).y}${curves.join('')}Z`;
}

/** A bowl or a plate: shadow, rim and content. */
export const bowl = ({ x, y, r, inside, rim }: Circle & { inside: string; rim: string }): string =>
  [
    `<circle cx="${x + 14}" cy="${y + 22}" r="${r}" fill="${INK}" fill-opacity=".16"/>`,
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${rim}" ${edge(13)}/>`,
    `<circle cx="${x}" cy="${y}" r="${r * 0.85}" fill="${inside}" ${edge(8)}/>`,
    shine({ x, y, r: r * 0.925 }),
  ].join('');

const shine = (disc: Circle): string => {
  const start = polar({ ...disc, degrees: 195 });
  const end = polar({ ...disc, degrees: 240 });
  return `<path d="M${start.x} ${start.y}A${disc.r} ${disc.r} 0 0 1 ${end.x} ${end.y}" stroke="${WHITE}" stroke-opacity=".75" stroke-width="${disc.r * 0.05}"/>`;
};

/** @param inside drawn around the origin, within 60 pixels */
export const smallDish = ({ x, y, inside }: Point & { inside: string }): string =>
  bowl({ x, y, r: 98, inside: WHITE, rim: WHITE }) + at({ x, y }, inside);

export const chopsticks = ({ x, y, size = 1 }: Point & { size?: number }): string =>
  at({ x, y, degrees: 4, size }, stick({ x: -22, tilt: 8 }) + stick({ x: 22, tilt: -4 }));

const stick = ({ x, tilt }: { x: number; tilt: number }): string =>
  path({ d: `M${x} -300L${x + tilt} 300`, stroke: INK, width: 28 }) +
  path({ d: `M${x} -300L${x + tilt} 300`, stroke: '#c8d0c9', width: 14 }) +
  path({ d: `M${x} -300L${x + tilt * 0.2} -170`, stroke: PINK, width: 14 });

export const spoon = ({ x, y, size = 1 }: Point & { size?: number }): string =>
  at(
    { x, y, degrees: 5, size },
    [
      path({ d: 'M0 -60V300', stroke: INK, width: 36 }),
      path({ d: 'M0 -60V300', stroke: '#c8d0c9', width: 18 }),
      `<ellipse cx="0" cy="-170" rx="70" ry="112" fill="#c8d0c9" ${edge(12)}/>`,
      `<path d="M-36 -190Q-34 -236 -6 -250" stroke="${WHITE}" stroke-width="14"/>`,
    ].join(''),
  );

export const fork = ({ x, y }: Point): string =>
  at(
    { x, y, degrees: -4 },
    [
      ['M0 -40V290M-42 -280V-130Q-42 -60 0 -50Q42 -60 42 -130V-280M0 -280V-60', INK, 34] as const,
      ['M0 -40V290M-42 -280V-130Q-42 -60 0 -50Q42 -60 42 -130V-280M0 -280V-60', '#c8d0c9', 16] as const,
    ]
      .map(([d, stroke, width]) => path({ d, stroke, width }))
      .join(''),
  );

export const egg = ({ x, y, r }: Circle): string =>
  blob({ x, y, r, colour: WHITE, edged: true }) +
  dot({ x, y, r: r * 0.5, colour: '#ffb830', edged: true }) +
  `<path d="M${x - r * 0.28} ${y - r * 0.05}A${r * 0.3} ${r * 0.3} 0 0 1 ${x - r * 0.02} ${y - r * 0.28}" stroke="${WHITE}" stroke-width="${r * 0.1}"/>`;

export const leaf = ({ x, y, degrees, size }: Turned & { size: number }): string =>
  at(
    { x, y, degrees, size },
    `<path d="M0 110C-95 60 -95 -60 0 -120C95 -60 95 60 0 110Z" fill="${GREEN}" ${edge(9 / size)}/><path d="M0 108V-70M0 40L-40 10M0 40L40 10M0 -10L-36 -40M0 -10L36 -40" stroke="${DARK_GREEN}" stroke-width="8"/>`,
  );

export const meatSlice = ({ x, y, degrees, size = 1 }: Turned & { size?: number }): string =>
  at(
    { x, y, degrees, size },
    `<path d="M-78 -18C-60 -52 40 -60 74 -30C92 -6 84 34 50 42C10 52 -44 48 -70 28C-84 16 -86 0 -78 -18Z" fill="${MEAT}" ${edge(9)}/><path d="M-50 -6Q0 -30 56 -8M-42 22Q6 6 52 20" stroke="${SOFT_PINK}" stroke-width="10"/><path d="M-20 -26L-6 36M26 -34L40 28" stroke="${DARK_MEAT}" stroke-width="7"/>`,
  );

export const sashimi = ({ x, y, degrees, colour }: Turned & { colour: string }): string =>
  at(
    { x, y, degrees },
    `<path d="M-34 -78C-6 -92 28 -86 38 -66L44 62C40 84 -14 90 -34 70Z" fill="${colour}" ${edge(9)}/><path d="M-22 -44Q6 -56 30 -42M-22 -4Q8 -16 34 -2M-22 36Q8 24 36 38" stroke="${WHITE}" stroke-opacity="${colour === '#fff1ee' ? 0 : 0.8}" stroke-width="8"/><path d="M-34 -78C-24 -84 -14 -86 -8 -86L-10 80C-22 80 -30 76 -34 70Z" fill="${PINK}" fill-opacity="${colour === '#fff1ee' ? 0.55 : 0}"/>`,
  );

export const lemon = ({ x, y, r, colour = YELLOW }: Circle & { colour?: string }): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" ${edge(9)}/><circle cx="${x}" cy="${y}" r="${r * 0.78}" fill="${CREAM}"/>` +
  Array.from({ length: 6 }, (_, nth) =>
    at(
      { x, y, degrees: nth * 60 },
      `<path d="M${r * 0.12} 0L${r * 0.62} ${-r * 0.26}A${r * 0.68} ${r * 0.68} 0 0 1 ${r * 0.62} ${r * 0.26}Z" fill="${colour}"/>`,
    ),
  ).join('');

export const clam = ({ x, y, degrees }: Turned): string =>
  at(
    { x, y, degrees },
    `<path d="M-66 14C-60 -50 60 -50 66 14C40 46 -40 46 -66 14Z" fill="#d8cbb8" ${edge(9)}/><path d="M0 36V-30M-26 34L-36 -22M26 34L36 -22" stroke="${INK}" stroke-opacity=".35" stroke-width="7"/>`,
  );

export const riceCake = ({ x, y, degrees }: Turned): string =>
  at(
    { x, y, degrees },
    `<rect x="-82" y="-30" width="164" height="60" rx="28" fill="#ffb59c" ${edge(9)}/><path d="M-56 -12H20" stroke="${WHITE}" stroke-opacity=".8" stroke-width="10"/><ellipse cx="66" cy="0" rx="12" ry="20" fill="${CREAM}"/>`,
  );

export const nigiri = ({
  x,
  y,
  colour,
  hasBelt = false,
}: Point & { colour: string; hasBelt?: boolean }): string =>
  at(
    { x, y, degrees: -8 },
    [
      `<rect x="-62" y="-78" width="124" height="172" rx="46" fill="${WHITE}" ${edge(9)}/>`,
      `<path d="M-70 -60C-60 -104 60 -104 70 -60L66 66C50 92 -50 92 -66 66Z" fill="${colour}" ${edge(9)}/>`,
      path({ d: 'M-42 -52Q0 -72 42 -52M-44 -8Q0 -28 44 -8M-44 38Q0 18 44 38', stroke: WHITE, width: 8 }),
      hasBelt ? `<rect x="-70" y="-18" width="140" height="40" fill="${POT}"/>` : '',
    ].join(''),
  );

export const tomato = ({ x, y, r }: Circle): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${RED}" ${edge(9)}/><path d="M${x - r * 0.5} ${y - r * 0.1}A${r * 0.5} ${r * 0.5} 0 0 1 ${x - r * 0.05} ${y - r * 0.52}" stroke="${WHITE}" stroke-opacity=".8" stroke-width="${r * 0.18}"/>`;

export const strawberry = ({ x, y }: Point): string =>
  at(
    { x, y, degrees: 14 },
    `<path d="M0 62C-62 20 -60 -50 0 -46C60 -50 62 20 0 62Z" fill="${RED}" ${edge(9)}/><path d="M-40 -46L0 -60L40 -46L14 -34L0 -20L-14 -34Z" fill="${GREEN}" ${edge(6)}/>${[-18, 16].map((dx) => dot({ x: dx, y: 0, r: 5, colour: CREAM })).join('')}${dot({ x: 0, y: 26, r: 5, colour: CREAM })}`,
  );

export const shrimp = ({ x, y, degrees }: Turned): string =>
  at(
    { x, y, degrees },
    path({ d: 'M-36 20C-40 -34 34 -44 38 10', stroke: INK, width: 44 }) +
      path({ d: 'M-36 20C-40 -34 34 -44 38 10', stroke: '#ff9a7a', width: 28 }) +
      path({ d: 'M-30 -4L-12 8M-6 -26L2 -6M22 -20L12 0', stroke: WHITE, width: 6 }),
  );

export const croissant = ({ x, y, degrees }: Turned): string =>
  at(
    { x, y, degrees },
    `<path d="M-170 60C-180 -60 -80 -110 0 -110C80 -110 180 -60 170 60C150 84 124 70 112 40C92 6 50 -10 0 -10C-50 -10 -92 6 -112 40C-124 70 -150 84 -170 60Z" fill="${GOLD}" ${edge(11)}/><path d="M-118 34L-150 -18M-64 -2L-84 -88M0 -10V-110M64 -2L84 -88M118 34L150 -18" stroke="${DARK_MEAT}" stroke-width="8"/><path d="M-40 -84Q-20 -92 -16 -92M44 -84Q58 -78 64 -74" stroke="${CREAM}" stroke-width="12"/>`,
  );

/** Long waves over a disc, drawn twice for an outline. */
export function noodles({ random, colour, ...disc }: Circle & { random: Random; colour: string }): string[] {
  const strands = Array.from({ length: 13 }, (_, nth) => {
    const y = disc.y - disc.r + (nth * disc.r * 2) / 12;
    const half = Math.sqrt(Math.max(0, disc.r ** 2 - (y - disc.y) ** 2));
    const bend = 26 + random() * 40;
    return `M${disc.x - half} ${y}C${disc.x - half / 2} ${y - bend} ${disc.x - half / 4} ${y + bend} ${disc.x} ${y}S${disc.x + half / 2} ${y - bend} ${disc.x + half} ${y}`;
  });
  const turned = strands.map((d, nth) => ({ d, degrees: (nth % 3) * 34 - 34 + random() * 12 }));
  return turned.map(
    ({ d, degrees }) =>
      `<g transform="rotate(${degrees} ${disc.x} ${disc.y})">${path({ d, stroke: INK, width: 27 })}${path({ d, stroke: colour, width: 17 })}</g>`,
  );
}

/** Contents of small dishes, around the origin. */
export const kimchi = (random: Random): string =>
  scatter({ random, count: 9, x: 0, y: 0, r: 44 })
    .map(
      ({ x, y }, nth) =>
        `<rect x="${x - 22}" y="${y - 14}" width="44" height="28" rx="9" fill="${nth % 3 ? RED : '#ffd9b8'}" ${edge(5)} transform="rotate(${random() * 180} ${x} ${y})"/>`,
    )
    .join('');

export const cubes = ({ random, colour }: { random: Random; colour: string }): string =>
  [
    [-30, -20],
    [10, -34],
    [36, 4],
    [-4, 6],
    [-34, 26],
    [10, 40],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<rect x="${x - 18}" y="${y - 18}" width="36" height="36" rx="7" fill="${colour}" ${edge(5)} transform="rotate(${random() * 60} ${x} ${y})"/>`,
    )
    .join('');

export const yellowRadish = (): string =>
  [
    [-24, -16],
    [22, -22],
    [30, 22],
    [-16, 28],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<path d="M${x - 32} ${y}A32 32 0 0 1 ${x + 32} ${y}Z" fill="${YELLOW}" ${edge(6)}/>`,
    )
    .join('');

export const peppers = (): string =>
  [
    [-24, -6, -20],
    [6, 0, 8],
    [30, 10, 30],
  ]
    .map(([x = 0, y = 0, degrees = 0]) =>
      at({ x, y, degrees }, `<path d="M-10 -46Q16 0 0 50Q-24 4 -10 -46Z" fill="${GREEN}" ${edge(6)}/>`),
    )
    .join('');

export const onions = (): string =>
  [
    [-20, -10],
    [22, 14],
  ]
    .map(([x = 0, y = 0]) =>
      [36, 22, 9]
        .map(
          (r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${WHITE}" stroke="#b98fc0" stroke-width="7"/>`,
        )
        .join(''),
    )
    .join('');
