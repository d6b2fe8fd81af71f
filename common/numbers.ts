/**
 * The formatters by language. They are cached, because creating a formatter takes a hundred times as long as using it.
 */
const formats = new Map<string, (value: number) => string>();

/** Formats a number: `1,234`. */
export function formatNumber(value: number, language: string): string {
  // The getter returns a bound function.
  // oxlint-disable-next-line typescript/unbound-method
  const format = formats.get(language) ?? new Intl.NumberFormat(language).format;
  formats.set(language, format);
  return format(value);
}
