/** Every page of a member loads this file after its first rendering. */
export { ScheduledDeletionBanner } from '#features/account/deletion/web/ScheduledDeletionBanner.tsx';
export { SecurityBanner } from '#features/account/recovery/web/SecurityBanner.tsx';
export { MapsAtStart } from '#features/site/web/MapsAtStart.tsx';
export { OfflineReady } from './OfflineReady.tsx';
export { startOutbox } from './start-outbox.ts';
