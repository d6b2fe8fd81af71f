/** Korean Excel saves CSV in CP949, which browsers call `euc-kr` (Encoding Standard) and decode completely. */
const ENCODINGS = ['utf-8', 'euc-kr'];

/** The text of a spreadsheet's CSV file; null if its encoding is not supported. */
export async function textOfFile(file: Blob): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  for (const encoding of ENCODINGS) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Try the next encoding.
    }
  }
  return null;
}
