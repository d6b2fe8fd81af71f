/** Names in Korean dictionary order; digits, then 한글, then Latin, and 2월 before 12월. */
export const koreanCollator = new Intl.Collator('ko', { numeric: true });
