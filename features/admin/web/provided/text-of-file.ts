/** Korean Excel saves CSV in CP949. The label `euc-kr` of the Encoding Standard covers all of CP949. */
const ENCODINGS = ['utf-8', 'euc-kr'];

/** Returns null for an unsupported encoding. A text that contains NUL is UTF-16 without a byte order mark. */
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
