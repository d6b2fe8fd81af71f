import './zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { overwriteGetLocale } from '#messages/runtime.js';
import { currentLanguage, followTheme } from './appearance.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter, fetchFirstScreen } from './routes/router.ts';

overwriteGetLocale(currentLanguage);
followTheme();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
fetchFirstScreen(router);

const show = () =>
  createRoot(document.getElementById('app') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );

// What the server wrote stays readable until its screen can be drawn: on a slow line that is seconds.
if (document.querySelector('.first-paint')) show();
else void router.load().finally(show);
