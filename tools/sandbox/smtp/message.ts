export type ReceivedMail = {
  id: number;
  receivedAt: number;
  envelope: { from: string; to: string[] };
  from: string;
  to: string;
  subject: string;
  text: string | null;
  html: string | null;
  /** The message as received (RFC 5322). */
  raw: string;
};

type Part = { headers: Map<string, string>; body: string };

/** Parses the plain-text and HTML parts (RFC 2045–2047). */
export function readMessage(raw: string): Pick<ReceivedMail, 'from' | 'to' | 'subject' | 'text' | 'html'> {
  const message = readPart(raw);
  const leaves = leafParts(message);
  const textOf = (type: string) => {
    const part = leaves.find((leaf) => contentType(leaf).type === type);
    return part ? decodeBody(part) : null;
  };
  return {
    from: decodeHeader(message.headers.get('from') ?? ''),
    to: decodeHeader(message.headers.get('to') ?? ''),
    subject: decodeHeader(message.headers.get('subject') ?? ''),
    text: textOf('text/plain'),
    html: textOf('text/html'),
  };
}

function readPart(raw: string): Part {
  const normal = raw.replace(/\r?\n/g, '\r\n');
  const end = normal.indexOf('\r\n\r\n');
  const head = end < 0 ? normal : normal.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (0 < colon) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : normal.slice(end + 4) };
}

function contentType(part: Part): { type: string; parameters: Map<string, string> } {
  const [type = 'text/plain', ...rest] = (part.headers.get('content-type') ?? 'text/plain').split(';');
  const parameters = new Map(
    rest.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim().replace(/^"|"$/g, '')];
    }),
  );
  return { type: type.trim().toLowerCase(), parameters };
}

function leafParts(part: Part): Part[] {
  const { type, parameters } = contentType(part);
  const boundary = parameters.get('boundary');
  if (!type.startsWith('multipart/') || !boundary) return [part];
  return `\r\n${part.body}`
    .split(`\r\n--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leafParts(readPart(piece.replace(/^[ \t]*\r\n/, ''))));
}

function decodeBody(part: Part): string {
  const encoding = (part.headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  const charset = contentType(part).parameters.get('charset') ?? 'utf-8';
  return new TextDecoder(charset).decode(decodeBytes({ encoding, text: part.body }));
}

function decodeBytes({ encoding, text }: { encoding: string; text: string }): Uint8Array {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding === 'quoted-printable') return quotedPrintable(text.replace(/=\r\n/g, ''));
  return Buffer.from(text, 'latin1');
}

const quotedPrintable = (text: string): Uint8Array =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const decodeHeader = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?]+)\?([BQ])\?([^?]*)\?=/gi, (_match, charset: string, kind: string, text: string) =>
      new TextDecoder(charset).decode(
        kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : quotedPrintable(text.replaceAll('_', ' ')),
      ),
    );
