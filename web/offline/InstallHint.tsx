import { Smartphone, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useInstallPrompt } from './install-prompt.ts';
import { isInstalled, isIos } from './installed.ts';

const InstallOnIos = lazyDialog(async () => ({ default: (await import('./InstallOnIos.tsx')).InstallOnIos }));

const DISMISSED_KEY = 'momokzi.install-hint-dismissed';

/**
 * Offers to put the app on the home screen with the browser's dialog. iOS has no dialog for this, so instructions are
 * shown there. The hint is shown until the member dismisses it, and never in the installed app.
 */
export function InstallHint() {
  const prompt = useInstallPrompt();
  const [isDismissed, setDismissed] = useState(() => browserStorage.read(DISMISSED_KEY) !== null);
  const [isExplaining, setExplaining] = useState<boolean | null>(null);
  if (isDismissed || isInstalled() || !(prompt || isIos())) return null;
  const dismiss = () => {
    browserStorage.write(DISMISSED_KEY, 'yes');
    setDismissed(true);
  };
  const install = async () => {
    if (!prompt) return setExplaining(true);
    const { outcome } = await prompt.prompt();
    if (outcome === 'accepted') dismiss();
  };
  return (
    <section
      aria-label={m.install_hint_label()}
      className="flex items-center gap-2 rounded-inner bg-soft py-1 pr-1 pl-3"
    >
      <Smartphone className="size-5 flex-none text-ink-2" aria-hidden="true" />
      <p className="type-sub min-w-0 flex-1">{m.install_hint()}</p>
      <Button look="secondary" size="small" onClick={() => void install()}>
        {prompt ? m.install_add() : m.install_how()}
      </Button>
      <IconButton label={m.install_dismiss()} onClick={dismiss}>
        <X aria-hidden="true" />
      </IconButton>
      {isExplaining !== null && (
        <Suspense>
          <InstallOnIos isOpen={isExplaining} onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </section>
  );
}
