/**
 * A buffer of lines in PostgreSQL's text format of `copy`. The lines are stored as bytes, because the garbage
 * collector would have to copy thousands of strings.
 */
export type CopyLines = {
  add: (line: string) => void;
  count: () => number;
  /** Returns a copy of all lines and empties the buffer. */
  take: () => Uint8Array<ArrayBuffer>;
};

export function copyLines(): CopyLines {
  let bytes = Buffer.allocUnsafeSlow(1 << 20);
  let length = 0;
  let lines = 0;
  return {
    add: (line) => {
      const atMost = length + 3 * line.length;
      if (bytes.length < atMost) {
        const larger = Buffer.allocUnsafeSlow(2 * atMost);
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      length += bytes.write(line, length);
      lines++;
    },
    count: () => lines,
    take: () => {
      const taken = new Uint8Array(length);
      bytes.copy(taken, 0, 0, length);
      length = 0;
      lines = 0;
      return taken;
    },
  };
}
