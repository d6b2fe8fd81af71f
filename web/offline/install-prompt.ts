import { createStore, useStore } from '#web/store.ts';

/** Chromium's event, which opens its installation dialog. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

const offered = createStore<InstallPrompt | null>(null);

/** Stores Chromium's event for the hint. The event comes only once, soon after the start. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => offered.set(null));
}

export const useInstallPrompt = (): InstallPrompt | null => useStore(offered);
