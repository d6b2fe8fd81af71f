import { portsFrom } from './addresses.mjs';
import { startGoogleIdentity } from './google-identity/google-identity.ts';
import { startMapsSandbox } from './maps/maps.ts';
import { startSmtpInbox } from './smtp/smtp-inbox.ts';

/**
 * Local stand-ins for outside services, speaking their wire contracts, on this machine alone.
 * SANDBOX_PORT is the first of their ports (4010); PRODUCT_URLS are the product's addresses, separated by commas.
 */
const ports = portsFrom(Number(process.env.SANDBOX_PORT ?? 4010));
const products = (process.env.PRODUCT_URLS ?? 'http://localhost:3000').split(',');

const google = await startGoogleIdentity({
  port: ports.google,
  redirectUris: products.flatMap((origin) => [
    `${origin}/api/auth/callback/google`,
    `${origin}/api/auth/oauth2/callback/google`,
  ]),
});
const inbox = await startSmtpInbox({ httpPort: ports.inboxPage, smtpPort: ports.smtp });
const maps = await startMapsSandbox({ port: ports.maps });

console.log(`테스트용 Google 계정  ${google.issuer}`);
console.log(`테스트 메일함         ${inbox.url} (SMTP ${inbox.smtpPort})`);
console.log(`테스트용 지도 서비스  ${maps.url}`);

const end = async () => {
  await Promise.all([google.close(), inbox.close(), maps.close()]);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
// Nobody is left to use it.
process.once('disconnect', end);
