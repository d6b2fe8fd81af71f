/** What became of an attempt to share: `cancelled` when the person closed the share sheet, which deserves no word. */
export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'share_failed' | 'copy_failed';

export type SharedPage = { url: string; title: string; text: string };

/** The parts of the browser that sharing needs; the real ones by default. */
type Browser = {
  share: ((page: SharedPage) => Promise<void>) | undefined;
  writeClipboard: ((text: string) => Promise<void>) | undefined;
  copySelection: (text: string) => boolean;
};

/**
 * Shares a page: the browser's share sheet, else the clipboard, else the old way of copying. Call it straight from a
 * click: browsers forget the click after an await. When it answers `share_failed` or `copy_failed` nothing left the
 * page, so show the address to be copied by hand.
 */
export async function sharePage(page: SharedPage, browser: Browser = thisBrowser()): Promise<ShareOutcome> {
  if (!browser.share) return (await copy(page.url, browser)) ? 'copied' : 'copy_failed';
  try {
    await browser.share(page);
    return 'shared';
  } catch (error) {
    // AbortError: closed by the person. InvalidStateError: a share sheet is open already.
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
    // Not allowed, or the page is not focused: the old way may still do.
  }
  return copySelection(text);
}

/** Share and clipboard exist in secure contexts only: over http on a local network there are neither. */
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
