const HAND_ENTERED_PREFIX = 'own:';

/** The catalogue's id of a place entered by hand; other ids are a maps service's. */
export const handEnteredPlaceId = (uuid: string): string => `${HAND_ENTERED_PREFIX}${uuid}`;

/** Whether a maps service cannot know this id. */
export const isHandEnteredPlaceId = (placeId: string): boolean => placeId.startsWith(HAND_ENTERED_PREFIX);
