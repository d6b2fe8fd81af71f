/** The `tel:` URL of a number. */
export const telephone = (phoneNumber: string): string => `tel:${phoneNumber.replace(/[^0-9+]/g, '')}`;
