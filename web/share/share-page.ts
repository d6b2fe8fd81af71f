/** The result of sharing. `cancelled`: the user closed the share sheet. This result needs no message. */
export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'share_failed' | 'copy_failed';

export type SharedPage = { url: string; title: string; text: string };

/** The functions of the browser. Default: the functions of this browser. */
type Browser = {
  share: ((page: SharedPage) => Promise<void>) | undefined;
  writeClipboard: ((text: string) => Promise<void>) | undefined;
  copySelection: (text: string) => boolean;
};

/**
 * Shares a page with the share sheet. If the browser has no share sheet, copies the URL to the clipboard. If the
 * clipboard is not allowed, uses the old copy command.
 * Call the function directly from a click handler, because browsers drop the user gesture after an await.
 * After `share_failed` or `copy_failed`, show the URL for manual copying.
 */
export async function sharePage(page: SharedPage, browser: Browser = thisBrowser()): Promise<ShareOutcome> {
  if (!browser.share) return (await copy(page.url, browser)) ? 'copied' : 'copy_failed';
  try {
    await browser.share(page);
    return 'shared';
  } catch (error) {
    // AbortError: the user closed the share sheet. InvalidStateError: a share sheet is already open.
    if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError'))
      return 'cancelled';
    return (await copy(page.url, browser)) ? 'copied' : 'share_failed';
  }
}

async function copy(text: string, { writeClipboard, copySelection }: Browser): Promise<boolean> {
  try {
    if (writeClipboard) {
      await writeClipboard(text);
      return true;
    }
  } catch {
    // The clipboard is not allowed, or the page does not have the focus. The old copy command may still work.
  }
  return copySelection(text);
}

/**
 * Returns the functions of this browser. Share and clipboard exist only in secure contexts. With http on a local
 * network, both are missing.
 */
function thisBrowser(): Browser {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return {
    share: 'share' in navigator ? (page) => navigator.share(page) : undefined,
    writeClipboard: clipboard && ((text) => clipboard.writeText(text)),
    copySelection,
  };
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
