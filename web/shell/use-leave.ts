import { type NavigateOptions, useCanGoBack, useRouter } from '@tanstack/react-router';

/** Returns a function that goes back to the previous screen. If the page was opened by its URL, it opens `fallback`. */
export function useLeave(fallback: NavigateOptions): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? router.history.back() : void router.navigate({ ...fallback, replace: true }));
}
