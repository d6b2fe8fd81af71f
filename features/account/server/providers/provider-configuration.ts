import type { GenericOAuthConfig } from 'better-auth/plugins';
import type { ProviderId } from '../../providers.contract.ts';

/** One identity provider as better-auth takes it. */
export type ProviderConfiguration = GenericOAuthConfig & { providerId: ProviderId };
