import { m } from '#messages';
import type { ProviderId } from '#features/account/providers/providers.contract.ts';

export function providerName(provider: ProviderId): string {
  if (provider === 'kakao') return m.account_provider_kakao();
  if (provider === 'naver') return m.account_provider_naver();
  return m.account_provider_google();
}
