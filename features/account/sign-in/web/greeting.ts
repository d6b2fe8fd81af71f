import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';

/** Message on the first screen after a sign-up: a greeting, or a notice that the welcome mail cannot be sent. */
export function greetingOf({
  me,
  options,
}: {
  me: Me;
  options: { isWelcomeMisconfigured: boolean } | undefined;
}): { toast?: string; alert?: string } {
  if (options?.isWelcomeMisconfigured) return { alert: m.account_welcome_misconfigured() };
  return { toast: m.account_signed_up({ nickname: me.displayName }) };
}
