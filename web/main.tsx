import './zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { m } from '#messages';
import { overwriteGetLocale } from '#messages/runtime.js';
import { currentLanguage, watchTheme } from './browser/appearance.ts';
import { addMissingFeatures } from './browser/missing-features.ts';
import { keepInstallPrompt } from './offline/install-prompt.ts';
import { registerDocumentSchemas } from './documents/document-schemas.ts';
import { createQueryClient } from './requests/query-client.ts';
import { checkRestoredPage } from './routes/restored-page.ts';
import { createAppRouter, fetchFirstScreen } from './routes/router.ts';

void addMissingFeatures().finally(start);

function start(): void {
  overwriteGetLocale(currentLanguage);
  watchTheme();
  keepInstallPrompt();

  registerDocumentSchemas(() =>
    import('./routes/document-schemas.ts').then(({ documentSchemas }) => documentSchemas),
  );
  const queryClient = createQueryClient();
  checkRestoredPage(queryClient);
  const router = createAppRouter(queryClient);
  fetchFirstScreen(router);
  void import('./documents/keep-documents.ts').then(
    ({ keepDocuments }) => keepDocuments(queryClient),
    ignore,
  );
  void import('./browser/follow-keyboard.ts').then(({ followKeyboard }) => followKeyboard(), ignore);
  void import('./ui/ignore-second-taps.ts').then((code) => code.ignoreSecondTaps(), ignore);

  const show = () =>
    createRoot(document.getElementById('app') as HTMLElement).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );

  // Until the first screen is rendered, the page shows either server-rendered content or the logo. The logo now gets
  // its loading message.
  const sentence = document.querySelector('.first-paint > p');
  if (sentence) sentence.textContent = m.shell_page_loading();
  void router.load().finally(show);
}

/**
 * Ignores a failure to load the modules above. Nothing is then stored for offline use, the keyboard may cover bars,
 * and a double tap may act twice.
 */
const ignore = () => undefined;
