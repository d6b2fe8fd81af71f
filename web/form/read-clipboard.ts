/** The content of the clipboard. It contains pictures only if there is no text. */
type ClipboardContent = { text: string; pictures: File[] };

/**
 * Reads the clipboard. Call the function from a tap handler, because browsers ask for permission. If reading is refused
 * or not supported, the result is empty.
 */
export async function readClipboard(): Promise<ClipboardContent> {
  try {
    // `clipboard` is missing without HTTPS, and `clipboard.read` is missing in Firefox before 127.
    if (!navigator.clipboard?.read)
      return { text: (await navigator.clipboard?.readText?.()) ?? '', pictures: [] };
    const items = await navigator.clipboard.read();
    const texts = await blobsOf(items, 'text/plain');
    const text = (await Promise.all(texts.map((each) => each.text()))).join('\n').trim();
    const pictures = text === '' ? await blobsOf(items, 'image/') : [];
    return { text, pictures: pictures.map((blob) => new File([blob], 'clipboard', { type: blob.type })) };
  } catch {
    return { text: '', pictures: [] };
  }
}

/** Returns the first content of this kind in each item. */
const blobsOf = (items: ClipboardItems, kind: string): Promise<Blob[]> =>
  Promise.all(
    items.flatMap((item) => {
      const type = item.types.find((each) => each.startsWith(kind));
      return type === undefined ? [] : [item.getType(type)];
    }),
  );
