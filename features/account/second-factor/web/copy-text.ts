import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';

export const copyText = (text: string): Promise<void> =>
  navigator.clipboard
    .writeText(text)
    .then(() => showToast(m.security_copied()))
    .catch(() => showToast(m.security_copy_failed(), { kind: 'alert' }));
