import type { GenericOAuthConfig } from 'better-auth/plugins';
import type { ProviderId } from '../providers.contract.ts';

export type ProviderConfiguration = GenericOAuthConfig & { providerId: ProviderId };
