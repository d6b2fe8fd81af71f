import { m } from '#messages';
import { copyText } from '#web/browser/copy-text.ts';

/** Copies a recovery code or the key of the second factor. */
export const copySecret = (text: string): Promise<void> =>
  copyText(text, { copied: m.security_copied(), failed: m.security_copy_failed() });
