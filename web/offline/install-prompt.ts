/** Chromium's event, which opens its installation dialog. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Stores Chromium's event for the hint. The event comes only once, soon after the start. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => set(null));
}

export const installPrompt = (): InstallPrompt | null => offered;

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}
