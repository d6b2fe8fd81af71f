/** AUTH_SECRET of the server under test. Demonstration passwords are derived from it. */
export const SECRET = 'known-to-every-story-and-worth-nothing';
