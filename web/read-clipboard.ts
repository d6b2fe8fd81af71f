/** The text of the clipboard. Call it from a tap: browsers ask the person. '' if it is empty, refused or unsupported. */
export async function readClipboard(): Promise<string> {
  try {
    // Missing in Firefox before 125, and without HTTPS.
    return (await navigator.clipboard?.readText?.()) ?? '';
  } catch {
    return '';
  }
}
