import type { Product, ProductSettings } from './product.ts';

/** The control must make the check fail. */
export type Bar = {
  /** Number of the bar in docs/reliability.md. */
  number: number;
  /** `npm run campaign -- NAME` */
  name: string;
  claim: string;
  check: string;
  /** How the control differs from the check; one line. */
  control: string;
  run: (campaign: Campaign) => Promise<Outcome>;
};

export type Campaign = {
  /** The product has a data directory and a database of its own, and is stopped after the bar. */
  start: (settings?: ProductSettings) => Promise<Product>;
  /** Deleted after the bar. */
  folder: string;
  /** The first of ten ports for the bar. */
  port: number;
  /** Also runs if the bar failed. The function registered last runs first. */
  after: (end: () => Promise<unknown> | void) => void;
};

export type Outcome = {
  figure: string;
  isHeld: boolean;
  controlFigure: string;
  /** The check must fail in the control. */
  hasControlFailed: boolean;
};
