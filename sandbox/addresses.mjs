// @ts-check
/** The test client that the Google of the sandbox knows. */
export const SANDBOX_CLIENT_ID = 'momokzi.apps.sandbox.example';
export const SANDBOX_CLIENT_SECRET = 'sandbox-secret-not-for-production';

/** How many ports the sandbox takes, one after the other. */
export const PORTS = 3;

/**
 * Where everything of the sandbox is, from the first of its ports on.
 * @param {number} first
 */
export const portsFrom = (first) => ({ google: first, inboxPage: first + 1, smtp: first + 2 });

/**
 * The product's settings that lead to the sandbox. What is configured already is not led away from the real service.
 * @param {{ first: number, configured: Record<string, string | undefined> }} given
 * @returns {Record<string, string>}
 */
export function settingsOfProduct({ first, configured }) {
  const { google, smtp } = portsFrom(first);
  return {
    SANDBOX_SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    ...(!configured.GOOGLE_CLIENT_ID && {
      GOOGLE_ISSUER: `http://localhost:${google}`,
      GOOGLE_CLIENT_ID: SANDBOX_CLIENT_ID,
      GOOGLE_CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
    }),
  };
}
