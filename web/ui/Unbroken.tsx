/** Browsers break a line after a hyphen between digits. The text itself stays as it is, to be copied and found. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\S*\d-\d\S*)/).map((part, position) =>
    position % 2 === 0 ? (
      part
    ) : (
      <span key={position} className="inline-block max-w-full">
        {part}
      </span>
    ),
  );
}
