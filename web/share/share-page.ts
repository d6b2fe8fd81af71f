/** `cancelled`: the user closed the share sheet, which needs no message. */
export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'share_failed' | 'copy_failed';

export type SharedPage = { url: string; title: string; text: string };

/** The default is this browser. */
type Browser = {
  share: ((page: SharedPage) => Promise<void>) | undefined;
  writeClipboard: ((text: string) => Promise<void>) | undefined;
  copySelection: (text: string) => boolean;
};

/**
 * Uses the share sheet, otherwise the clipboard, otherwise the old copy command. Call it directly from
 * a click handler: browsers drop the user gesture after an await. After `share_failed` or
 * `copy_failed`, show the URL for manual copying.
 */
export async function sharePage(page: SharedPage, browser: Browser = thisBrowser()): Promise<ShareOutcome> {
  if (!browser.share) return (await copy(page.url, browser)) ? 'copied' : 'copy_failed';
  try {
    await browser.share(page);
    return 'shared';
  } catch (error) {
    // AbortError: closed by the user. InvalidStateError: a share sheet is already open.
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
    // The clipboard is not allowed, or the page has no focus. The old copy command may still work.
  }
  return copySelection(text);
}

/** Share and clipboard exist only in secure contexts, so both are missing with http on a local network. */
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
