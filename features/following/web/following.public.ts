/** Components and queries about followed sources, for the screens of other features. */
export { FollowButton } from './FollowButton.tsx';
export { useNewEpisodeCount } from './following.queries.ts';
export { NewEpisodes } from './NewEpisodes.tsx';
