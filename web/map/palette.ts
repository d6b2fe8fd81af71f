/** Names of the colours that a canvas needs. The values are read from tokens.css, so that they are defined once. */
const TOKENS = {
  land: '--map-land',
  block: '--map-block',
  water: '--map-water',
  park: '--map-park',
  road: '--map-road',
  mainRoad: '--map-road-main',
  casing: '--map-casing',
  rail: '--map-rail',
  label: '--map-label',
  waterLabel: '--map-water-label',
  parkLabel: '--map-park-label',
  halo: '--map-halo',
  surface: '--surface',
  ink: '--ink',
  edge: '--line-strong',
  todo: '--todo',
  todoEdge: '--todo-edge',
  done: '--done',
  doneEdge: '--done-edge',
  prov: '--prov',
  provEdge: '--prov-edge',
  onFill: '--on-fill',
  onDone: '--on-brand',
  me: '--c600',
  meDisc: '--c500',
  meText: '--prov-text',
} as const;

export type Palette = Record<keyof typeof TOKENS, string>;

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(colours) as Palette;
}
