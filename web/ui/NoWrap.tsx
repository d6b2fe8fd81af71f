/**
 * Prevents line breaks after hyphens and dashes between digits, and before the dot that separates facts, without
 * changing the text for copying and searching.
 */
export function NoWrap({ text }: { text: string }) {
  return text.split(/(\S*\d[-–]\d\S*(?: ·)?|\S+ ·)/).map((part, position) =>
    position % 2 === 0 ? (
      part
    ) : (
      <span key={position} className="inline-block max-w-full">
        {part}
      </span>
    ),
  );
}
