import type { GenericOAuthConfig } from 'better-auth/plugins';
import type { ProviderId } from '../providers.contract.ts';

/** Configuration of one identity provider for better-auth. */
export type ProviderConfiguration = GenericOAuthConfig & { providerId: ProviderId };
