/**
 * Encodes text in CP949, as the Ministry publishes its register; the platform only decodes it. The table is the
 * decoder's, turned round.
 * @throws if a character has no code
 */
export function encodeCp949(text: string): Buffer {
  const codes = (table ??= reversedDecoder());
  const bytes = Buffer.allocUnsafe(2 * text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[length++] = unit;
      continue;
    }
    const code = codes[unit];
    if (!code) throw new Error(`CP949 has no ${text[at]}.`);
    bytes[length++] = code >> 8;
    bytes[length++] = code & 0xff;
  }
  return bytes.subarray(0, length);
}

let table: Uint16Array | undefined;

function reversedDecoder(): Uint16Array {
  const decoder = new TextDecoder('euc-kr');
  const codes = new Uint16Array(0x10000);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x41; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length === 1 && text !== '\ufffd') codes[text.charCodeAt(0)] = (lead << 8) | trail;
    }
  }
  return codes;
}
