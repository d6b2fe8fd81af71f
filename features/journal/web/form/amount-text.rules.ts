/** Reads a typed amount such as `12,000원`. A text that is not an amount is returned, and the contract refuses it. */
export function amountOf(typed: string): number | string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[,\s]/g, '').replace(/원$/, '');
  if (digits === '') return null;
  return /^\d+$/.test(digits) ? Number(digits) : typed;
}
