/** Maximum depth of nested arrays and objects in `data.json`. Our own files have six levels. */
const DEPTH_MAXIMUM = 64;
/** Maximum number of arrays and objects in `data.json`: those of about 200,000 places. */
const VALUES_MAXIMUM = 2_000_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Returns a function that reads a JSON document in pieces and throws if it is nested too deeply or has too many values.
 * A parser would need gigabytes of memory for such a document.
 */
export function limitNesting(): (bytes: Uint8Array) => void {
  let depth = 0;
  let values = 0;
  let isText = false;
  let isEscaped = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (byte === QUOTE) isText = false;
        else if (byte === BACKSLASH) isEscaped = true;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        depth += 1;
        values += 1;
        if (DEPTH_MAXIMUM < depth || VALUES_MAXIMUM < values)
          throw new RangeError('The document is too large.');
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    }
  };
}
