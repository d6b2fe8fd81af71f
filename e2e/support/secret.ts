/** AUTH_SECRET of the server under test, from which the demonstration passwords are derived. */
export const SECRET = 'known-to-every-story-and-worth-nothing';
