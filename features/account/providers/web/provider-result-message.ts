import { m } from '#messages';
import { providerName } from './provider-name.ts';
import type { ProviderResultSearch } from '../../web/visitor-search.ts';

export function providerResultMessage({ via, problem, reauthenticated, linked }: ProviderResultSearch): {
  toast?: string;
  alert?: string;
} {
  if (!via) return {};
  const name = { provider: providerName(via) };
  if (reauthenticated && !problem) return { toast: m.security_reauthenticated(name) };
  if (linked && !problem) return { toast: m.security_provider_linked_now(name) };
  if (problem === 'cancelled') return { toast: m.security_provider_link_cancelled(name) };
  if (problem === 'someone_else') return { alert: m.security_reauthenticate_someone_else(name) };
  if (problem === 'linked_elsewhere') return { alert: m.security_provider_linked_elsewhere(name) };
  return { alert: m.security_provider_link_failed(name) };
}
