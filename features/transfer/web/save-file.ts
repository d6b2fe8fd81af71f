export function saveFile({ text, name, mediaType }: { text: string; name: string; mediaType: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The URL is revoked later, because Safari reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
