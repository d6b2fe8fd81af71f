/**
 * None if the clipboard also has text, because spreadsheets put a picture of the copied cells beside it. macOS puts the
 * names of copied files beside the files. These names do not count as text.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'> | null): File[] {
  if (!clipboard) return [];
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain').normalize();
  return text === '' || files.every(({ name }) => text.includes(name.normalize())) ? files : [];
}
