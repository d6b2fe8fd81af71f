/** Returns the `tel:` URL of a telephone number. */
export const telephone = (phoneNumber: string): string => `tel:${phoneNumber.replace(/[^0-9+]/g, '')}`;
