import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';

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
