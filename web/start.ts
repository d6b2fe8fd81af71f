import { showFirstScreen } from './first-screen/show-first-screen.ts';

/*
 * The entry of every page. On a device that has used the app before, it shows the stored list before the application's
 * code loads.
 */

const start = () =>
  import('./main.tsx').catch((error: unknown) => {
    // The error is thrown in a timer, because build/head/old-browser.ts handles errors but not rejected promises.
    setTimeout(() => {
      throw error;
    });
  });

// abort-when-left.ts is for WebKit. On iOS, all browsers use WebKit. If it does not load, the
// app works as before; web/browser/leaving.ts says what then can happen.
if (navigator.vendor.startsWith('Apple')) void import('./requests/abort-when-left.ts').catch(() => undefined);

if (navigator.serviceWorker?.controller) void showFirstScreen().finally(start);
else void start();
