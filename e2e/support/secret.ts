/** AUTH_SECRET of the server under the stories: who knows it can tell the demonstration's passwords. */
export const SECRET = 'known-to-every-story-and-worth-nothing';
