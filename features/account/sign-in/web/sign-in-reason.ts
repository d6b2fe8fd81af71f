import { m } from '#messages';
import { returnPath } from '#web/return-path.ts';

/**
 * Returns why the person must sign in, in the texts of the specification. Returns null for a page that only shows data.
 * @param from the page to return to
 */
export function signInReasonMessage(from: string | undefined): string | null {
  const { pathname } = new URL(returnPath(from), 'https://this.invalid');
  return SIGN_IN_REASONS.find(([page]) => page.test(pathname))?.[1]() ?? null;
}

const SIGN_IN_REASONS: readonly [page: RegExp, sentence: () => string][] = [
  [/^\/app\/add$/, m.account_needed_to_add_restaurant],
  [/^\/app\/edit\//, m.account_needed_to_edit_restaurant],
  [/^\/app\/restaurant\/[^/]+\/reviews$/, m.account_needed_to_post_review],
  [/^\/app\/sources(\/|$)/, m.account_needed_to_take_restaurant],
  [/^\/app\/momokzi-journal\/write$/, m.account_needed_to_write_journal],
  [/^\/app\/momokzi-journal\/[^/]+\/edit$/, m.account_needed_to_edit_journal],
];
