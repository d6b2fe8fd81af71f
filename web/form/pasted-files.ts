/**
 * Returns the pasted files. Returns none if the clipboard also contains text, because spreadsheets add a picture of the
 * copied cells to the text. Names of the files do not count as text, because macOS adds them to copied files.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'> | null): File[] {
  if (!clipboard) return [];
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain').normalize();
  return text === '' || files.every(({ name }) => text.includes(name.normalize())) ? files : [];
}
