import type { Product, ProductSettings } from './product.ts';

/** A reliability bar: a check of the started product, and a control that must make the check fail. */
export type Bar = {
  /** Row of docs/reliability.md. */
  number: number;
  /** `npm run campaign -- NAME` */
  name: string;
  /** The property that must hold. */
  claim: string;
  /** How it is checked, in one line. */
  check: string;
  /** How the control differs from the check, in one line. */
  control: string;
  run: (campaign: Campaign) => Promise<Outcome>;
};

/** What a bar receives. */
export type Campaign = {
  /** Starts the product with a data directory and a database of its own; it is stopped after the bar. */
  start: (settings?: ProductSettings) => Promise<Product>;
  /** An empty directory of the bar, deleted after it. */
  folder: string;
  /** The first of ten ports that are reserved for the bar. */
  port: number;
  /** Registers a function that runs after the bar, even if the bar failed. The function registered last runs first. */
  after: (end: () => Promise<unknown> | void) => void;
};

export type Outcome = {
  /** What was measured. */
  figure: string;
  isHeld: boolean;
  controlFigure: string;
  /** Whether the check failed in the control. It must fail. */
  hasControlFailed: boolean;
};
