import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';
import { currentInAppBrowser } from './in-app-browser.ts';

/**
 * Whether this is the installed app on an iPhone or iPad. A download opens there as a page without a way back, so files
 * are saved with the share sheet.
 */
export const isInstalledOnIos = (): boolean => (navigator as { standalone?: boolean }).standalone === true;

/**
 * Saves a file. Call it directly in a click handler: the share sheet opens only during a press.
 * @returns false if this browser saves no files; the reason is then on screen
 */
export function saveFile(file: File): boolean {
  if (warnIfDownloadsAreIgnored()) return false;
  if (isInstalledOnIos() && navigator.canShare?.({ files: [file] })) {
    void saveByShareSheet(file);
    return true;
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The URL is revoked later, because Safari reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}

/**
 * The browsers of other apps ignore downloads. In such a browser, says so, offers another browser, and returns true.
 */
export function warnIfDownloadsAreIgnored(): boolean {
  const inApp = currentInAppBrowser();
  if (!inApp) return false;
  const { name, address } = inApp;
  showToast(m.kit_in_app_no_download({ app: name }), {
    kind: 'alert',
    ...(address && { action: { label: m.kit_open_in_browser(), onPress: () => location.assign(address) } }),
  });
  return true;
}

/**
 * Fetches a file of the server and saves it. Safari may refuse the share sheet if the file takes long; then a toast
 * offers it again.
 */
export async function saveFileFrom({ url, name }: { url: string; name: string }): Promise<void> {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return showToast(m.kit_save_failed(), { kind: 'alert' });
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  await saveByShareSheet(new File([await answer.blob()], name, { type }));
}

async function saveByShareSheet(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // The member has closed the share sheet.
    if ((error as DOMException).name === 'AbortError') return;
    showToast(m.kit_save_ready(), {
      kind: 'note',
      action: { label: m.kit_save(), onPress: () => saveFile(file) },
    });
  }
}
