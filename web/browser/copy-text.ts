import { showToast } from '#web/ui/Toast.tsx';

/** Copies a text and says so. Browsers offer no clipboard to pages without HTTPS, and may refuse it. */
export async function copyText(text: string, { copied, failed }: { copied: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text);
    showToast(copied);
  } catch {
    showToast(failed, { kind: 'alert' });
  }
}
