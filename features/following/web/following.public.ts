export { FollowButton } from './FollowButton.tsx';
export { useNewEpisodeCount } from './following.queries.ts';
export { NewEpisodes } from './NewEpisodes.tsx';
