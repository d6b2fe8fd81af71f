import { redirect } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';

/**
 * Moves text shared by another app (`share_target` in the manifest) from the URL to the history entry, so that no link
 * repeats it. Apps write the link into `text` or into `url`, and the name into `title` or not at all.
 */
export function redirectSharedText(searchStr: string): void {
  const search = new URLSearchParams(searchStr);
  const pasted = ['title', 'text', 'url']
    .map((part) => search.get(part)?.trim())
    .filter(Boolean)
    .join('\n');
  if (pasted !== '') throw redirect({ to: paths.addRestaurant, replace: true, state: { pasted } });
}
