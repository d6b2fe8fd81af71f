/** Compares texts in the order of Korean dictionaries: digits by value (2월 before 12월), then 한글, then Latin letters. */
export const koreanCollator = new Intl.Collator('ko', { numeric: true });
