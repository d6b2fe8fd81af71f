/** The address that hands a text over to the app. A program appends the encoded text. */
export const captureUrl = (origin: string): string => `${origin}/app/add?text=`;

/**
 * Returns a bookmarklet: the address of a bookmark that opens the app with the address of the page that is open, and the
 * text that is selected in it. The title of the page is left out, because it could be taken for the name of a place.
 */
export function bookmarkletOf(origin: string): string {
  const text = "getSelection()+'\\n'+location.href";
  return `javascript:void open('${captureUrl(origin)}'+encodeURIComponent(${text}))`;
}

/** Returns the command that saves a place with an API token that may write. The address and the name are examples. */
export function curlOf(origin: string, example: { name: string; address: string }): string {
  const body = JSON.stringify({ place: { from: 'hand', ...example, coordinates: null } }).replaceAll(
    "'",
    `'\\''`,
  );
  return [
    `curl -X POST ${origin}/api/my-restaurants`,
    `-H 'Authorization: Bearer TOKEN'`,
    `-H "Idempotency-Key: $(uuidgen)"`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' ');
}
