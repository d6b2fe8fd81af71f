/**
 * The encodings of CSV files. Korean Excel saves CSV in CP949. In the Encoding Standard, the label `euc-kr` covers all
 * of CP949.
 */
const ENCODINGS = ['utf-8', 'euc-kr'];

/**
 * Returns the text of a file, or null if its encoding is not supported. A text that contains NUL is UTF-16 without a
 * byte order mark. This encoding is not supported.
 */
export async function textOfFile(file: Blob): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  for (const encoding of ENCODINGS) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : text;
    } catch {
      // The file does not have this encoding. The loop tries the next encoding.
    }
  }
  return null;
}
