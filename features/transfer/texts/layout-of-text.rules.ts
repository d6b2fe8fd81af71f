import { isNameLike } from './names-in-text.rules.ts';
import type { Piece } from './pieces-of-line.rules.ts';

export type NumberedPiece = Piece & { line: number; paragraph: number };

/**
 * An address without a region may be a name that looks like a road: 가로수길 12. It is a name if a complete address
 * follows, or if the text contains only names.
 */
export function nameWeakAddresses(pieces: readonly NumberedPiece[]): NumberedPiece[] {
  const isAlone = !pieces.some(
    (piece) =>
      piece.kind === 'place' || piece.kind === 'field' || (piece.kind === 'address' && !piece.isWeak),
  );
  const texts = pieces.filter(({ kind }) => kind === 'text').length;
  return pieces.map((piece, at) => {
    if (piece.kind !== 'address' || !piece.isWeak) return piece;
    const next = pieces[at + 1];
    const isName =
      (next?.kind === 'address' && !next.isWeak && next.line !== piece.line) || (isAlone && 2 < texts);
    return isName
      ? { kind: 'text', text: piece.text, marker: piece.marker, line: piece.line, paragraph: piece.paragraph }
      : piece;
  });
}

/** Where the names of a text are: before the address, behind it in the same line, or in the line below it. */
export type Layout = 'before' | 'behind' | 'below';

/** Finds the layout of a text, because a single line can often be read in two ways. */
export function layoutOf(pieces: readonly NumberedPiece[]): Layout {
  const words = pieces.filter(
    ({ kind }) => kind !== 'phone' && kind !== 'ignorable' && kind !== 'note' && kind !== 'link',
  );
  const lone = words.flatMap((piece, at) => (piece.kind === 'address' ? [{ piece, at }] : []));
  const isName = (piece: NumberedPiece | undefined, { paragraph }: NumberedPiece) =>
    piece?.kind === 'text' && piece.paragraph === paragraph && isNameLike(piece.text);
  const below = lone.filter(({ piece, at }) => isName(words[at + 1], piece)).length;
  const above = lone.filter(({ piece, at }) => isName(words[at - 1], piece)).length;
  const behind = lone.filter(({ piece }) => piece.nameAfter !== '' && isNameLike(piece.nameAfter)).length;
  if (above < behind && above * 2 < lone.length) return 'behind';
  return above < below && lone.length - behind >= below ? 'below' : 'before';
}
