import type { Product, ProductSettings } from './product.ts';

/**
 * A reliability bar: a claim about the product, a check of the claim, and a control. The control runs the check without
 * the protection, so the check must fail.
 */
export type Bar = {
  /** Number of the bar in docs/reliability.md. */
  number: number;
  /** The argument NAME of `npm run campaign -- NAME`. */
  name: string;
  claim: string;
  check: string;
  /** One line that states how the control differs from the check. */
  control: string;
  run: (campaign: Campaign) => Promise<Outcome>;
};

export type Campaign = {
  /** Starts a product with its own data directory and database. The product is stopped after the bar. */
  start: (settings?: ProductSettings) => Promise<Product>;
  /** Folder for the files of the bar. The folder is deleted after the bar. */
  folder: string;
  /** The first of ten ports for the bar. */
  port: number;
  /** Registers a function that runs after the bar, even if the bar failed. The functions run in reverse order. */
  after: (end: () => Promise<unknown> | void) => void;
};

export type Outcome = {
  figure: string;
  isHeld: boolean;
  controlFigure: string;
  /** Whether the check failed in the control, as it must. */
  hasControlFailed: boolean;
};
