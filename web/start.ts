import { showFirstScreen } from './first-screen/show-first-screen.ts';

/* The entry of every page. On a device that has used the app before, the stored list is shown before
   the application's code loads. */

const start = () =>
  import('./main.tsx').catch((error: unknown) => {
    // Throws an error of the page, because build/head/old-browser.ts does not handle rejected promises.
    setTimeout(() => {
      throw error;
    });
  });

// All browsers of iOS are WebKit.
if (navigator.vendor.startsWith('Apple')) void import('./abort-when-left.ts').catch(() => undefined);

if (navigator.serviceWorker?.controller) void showFirstScreen().finally(start);
else void start();
