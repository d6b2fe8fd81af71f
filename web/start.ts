import { showFirstScreen } from './first-screen/show-first-screen.ts';

/* The entry of every page. On a device that the app was used on before, the stored list comes before its code. */

const start = () =>
  import('./main.tsx').catch((error: unknown) => {
    // Reported as an error of the page, not as a rejected promise: build/head/old-browser.ts reads it.
    setTimeout(() => {
      throw error;
    });
  });

if (navigator.serviceWorker?.controller) void showFirstScreen().finally(start);
else void start();
