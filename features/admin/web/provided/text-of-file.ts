/** Korean Excel saves CSV in CP949, which browsers call `euc-kr` (Encoding Standard) and decode completely. */
const ENCODINGS = ['utf-8', 'euc-kr'];

/**
 * The text of a spreadsheet's CSV file; null if its encoding is not supported. A text that contains NUL is UTF-16
 * without a byte order mark.
 */
export async function textOfFile(file: Blob): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  for (const encoding of ENCODINGS) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : text;
    } catch {
      // Try the next encoding.
    }
  }
  return null;
}
